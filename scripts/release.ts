import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { CommandError, requireArgument, runCommand } from './command.ts'
import { dateChangelog, requireNewer } from './release/changelog.ts'

const CHANGELOG = 'CHANGELOG.md'

await runCommand(async () => {
  const version = requireArgument('npm run release -- VERSION')
  const { version: current } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  requireNewer(version, current)
  if (output('git', ['status', '--porcelain']) !== '')
    throw new CommandError('There are uncommitted changes.')
  const today = new Date().toISOString().slice(0, 10)
  const changelog = dateChangelog(readFileSync(CHANGELOG, 'utf8'), version, today)
  run('npm', ['run', 'test:all'], 'The tests do not pass, so nothing was changed.')

  run('npm', ['version', version, '--no-git-tag-version'], 'The version was not set.')
  writeFileSync(CHANGELOG, changelog)
  const files = [CHANGELOG, 'package.json', 'package-lock.json']
  run('git', ['commit', '--quiet', '-m', `Release ${version}`, '--', ...files], 'Nothing was committed.')
  console.log(`Committed version ${version}. docs/releasing.md says what to do next.`)
})

function output(command: string, options: string[]): string {
  return execFileSync(command, options, { encoding: 'utf8' })
}

function run(command: string, options: string[], failure: string): void {
  try {
    execFileSync(command, options, { stdio: 'inherit' })
  } catch {
    throw new CommandError(failure)
  }
}
