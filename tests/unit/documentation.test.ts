import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const { scripts } = JSON.parse(read('package.json'))

describe.each(globSync('{*.md,docs/**/*.md}', { cwd: ROOT }))('%s', (file) => {
  const text = read(file)
  const matches = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, match = '']) => match)

  test('has only links that lead somewhere', () => {
    const links = matches(/\]\((?!https?:)([^)#]+)/g)
    expect(links.filter((link) => !existsSync(join(ROOT, dirname(file), link)))).toEqual([])
  })

  test('names only commands that exist', () => {
    const commands = matches(/npm run (?:--silent )?([\w:]+)/g)
    expect(commands.filter((command) => !Object.hasOwn(scripts, command))).toEqual([])
  })

  test('names only tests that exist', () => {
    const tests = matches(/`(tests\/[\w/.-]+\.ts)`/g)
    expect(tests.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })
})
