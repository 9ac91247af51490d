import { CommandError } from '../command.ts'

const VERSION = /^(\d+)\.(\d+)\.(\d+)$/
const UNRELEASED = '## [Unreleased]\n'

export function requireNewer(version: string, current: string): void {
  const next = VERSION.exec(version)
  const last = VERSION.exec(current)
  if (!next || !last) throw new CommandError(`"${version}" is not a version such as 1.2.3.`)
  const difference = [1, 2, 3].map((part) => Number(next[part]) - Number(last[part])).find(Boolean)
  if (difference === undefined || difference < 0)
    throw new CommandError(`${version} is not newer than ${current}.`)
}

export function dateChangelog(changelog: string, version: string, date: string): string {
  const start = changelog.indexOf(UNRELEASED)
  if (start === -1) throw new CommandError('CHANGELOG.md has no section "Unreleased".')
  const changes = changelog.slice(start + UNRELEASED.length)
  if (!/^\s*### /.test(changes)) throw new CommandError('CHANGELOG.md has no unreleased changes.')
  return `${changelog.slice(0, start)}${UNRELEASED}\n## [${version}] - ${date}\n${changes}`
}
