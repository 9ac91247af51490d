import { existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import { CommandError, requireArgument, runCommand } from './command.ts'
import { copyDatabaseFile, syncToDisk } from './copy-database-file.ts'
import { requireDatabaseFile } from './database-file.ts'

await runCommand(async () => {
  const file = requireArgument('npm run backup -- FILE')
  const database = requireDatabaseFile(
    `Use PostgreSQL's own tool instead: pg_dump --format=custom --file=${file} "$DATABASE_URL"`,
  )
  if (existsSync(file)) throw new CommandError(`${file} already exists. A backup never overwrites a file.`)
  if (!existsSync(database)) throw new CommandError(`There is no database at ${database}.`)
  const unfinished = `${file}.unfinished-${process.pid}`
  await copyDatabaseFile(database, unfinished)
  publish(unfinished, file)
  syncToDisk(file)
  console.log(`Backed up ${database} to ${file} and verified the copy.`)
})

function publish(from: string, to: string): void {
  try {
    linkSync(from, to)
    rmSync(from)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') {
      rmSync(from)
      throw new CommandError(`${to} already exists. A backup never overwrites a file.`)
    }
    // Some file systems have no hard links.
    renameSync(from, to)
  }
}
