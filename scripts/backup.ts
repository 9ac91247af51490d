import { existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import { copyDatabaseFile, syncToDisk } from './copy-database-file.ts'
import { CommandError, requireDatabaseFile, runWithFile } from './database-file.ts'

// Copies the SQLite database into FILE, while the server may go on running and writing.
await runWithFile('npm run backup -- FILE', async (file) => {
  const database = requireDatabaseFile(
    `PostgreSQL has its own tool for this: pg_dump --format=custom --file=${file} "$DATABASE_URL"`,
  )
  if (existsSync(file)) throw new CommandError(`${file} is there already, and a backup replaces nothing.`)
  if (!existsSync(database)) throw new CommandError(`There is no database at ${database} yet.`)
  const unfinished = `${file}.unfinished-${process.pid}`
  await copyDatabaseFile(database, unfinished)
  takeName(unfinished, file)
  syncToDisk(file)
  return `Wrote a checked backup of ${database} to ${file}.`
})

/** Gives a finished file its name, unless somebody else has taken it meanwhile. */
function takeName(from: string, to: string): void {
  try {
    linkSync(from, to)
    rmSync(from)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') {
      rmSync(from)
      throw new CommandError(`${to} is there already, and a backup replaces nothing.`)
    }
    // Some file systems know no second name for a file.
    renameSync(from, to)
  }
}
