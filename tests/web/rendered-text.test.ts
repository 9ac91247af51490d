import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { isLong } from '../../web/features/posts/is-long.ts'

const ROOT = join(import.meta.dirname, '../..')

it('HTML is put into the page in one place', () => {
  const unsafe =
    /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|setHTMLUnsafe/
  const files = globSync('web/**/*.{ts,tsx}', { cwd: ROOT })
  expect(files.length).toBeGreaterThan(50)
  const unsafeFiles = files.filter((file) => unsafe.test(readFileSync(join(ROOT, file), 'utf8')))
  expect(unsafeFiles).toEqual(['web/features/markdown/rendered-html.tsx'])
})

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['a few lines', 'one\ntwo\nthree', false],
  ['many lines', 'line\n'.repeat(40), true],
  ['one line that wraps often', 'word '.repeat(400), true],
  ['long lines of code, which do not wrap', `\`\`\`\n${`${'x'.repeat(500)}\n`.repeat(8)}\`\`\``, false],
  ['two pictures', '![a](/pictures/a.webp)\n\n![b](/pictures/b.webp)', true],
])('%s: folded or not', (_, text, expected) => {
  vi.stubGlobal('innerWidth', 1280)
  expect(isLong(text, true)).toBe(expected)
})
