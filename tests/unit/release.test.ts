import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

const RELEASE = join(import.meta.dirname, '../../scripts/release.ts')
const CHANGELOG = `# Changelog

## [Unreleased]

### Added

- Something new.

## [0.2.0] - 2026-11-16
`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'release-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  git('init', '--quiet')
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.com')
  commitProject({ tests: 'exit 0', changelog: CHANGELOG })
})

function git(...options: string[]): string {
  return execFileSync('git', options, { cwd: folder, encoding: 'utf8' }).trim()
}

function commitProject({ tests, changelog }: { tests: string; changelog: string }): void {
  const project = { name: 'project', version: '0.2.0', scripts: { 'test:all': tests } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(project))
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({ ...project, lockfileVersion: 3, packages: {} }),
  )
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog)
  git('add', '.')
  git('commit', '--quiet', '-m', 'Prepare')
}

function release(version: string) {
  const { status, stderr } = spawnSync(process.execPath, [RELEASE, version], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { status, stderr }
}

function versionIn(file: string): string {
  return JSON.parse(readFileSync(join(folder, file), 'utf8')).version
}

test('a release sets the version, dates the changelog and is one commit', () => {
  expect(release('0.3.0')).toMatchObject({ status: 0 })
  expect(versionIn('package.json')).toBe('0.3.0')
  expect(versionIn('package-lock.json')).toBe('0.3.0')
  const today = new Date().toISOString().slice(0, 10)
  expect(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')).toContain(
    `## [Unreleased]\n\n## [0.3.0] - ${today}\n\n### Added\n\n- Something new.`,
  )
  expect(git('log', '-1', '--format=%s')).toBe('Release 0.3.0')
  expect(git('status', '--porcelain')).toBe('')
})

test('a version that is not newer, a change that is not committed, and failing tests stop a release', () => {
  expect(release('0.2.0').stderr).toContain('0.2.0 is not newer than 0.2.0.')
  expect(release('next').stderr).toContain('"next" is not a version such as 1.2.3.')
  writeFileSync(join(folder, 'notes.txt'), 'Not committed')
  expect(release('0.3.0').stderr).toContain('There are uncommitted changes.')
  rmSync(join(folder, 'notes.txt'))
  commitProject({ tests: 'exit 1', changelog: CHANGELOG })
  expect(release('0.3.0').stderr).toContain('The tests do not pass')
  commitProject({ tests: 'exit 0', changelog: CHANGELOG.replace('### Added\n\n- Something new.\n', '') })
  expect(release('0.3.0').stderr).toContain('CHANGELOG.md has no unreleased changes.')
  expect(versionIn('package.json')).toBe('0.2.0')
})
