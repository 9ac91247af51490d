import { expect, test } from 'vitest'
import { excerptOf, splitTitle, titleOf } from '../../contract/pages/excerpts.ts'

test.each([
  ['two\nlines  and spaces', 'two lines and spaces'],
  ['Before\n\n```sql\nselect 1\n```\n\nAfter', 'Before After'],
  ['Before\n\n~~~\n```\n~~~\nAfter', 'Before After'],
  ['Before\n\n```\nnever closed', 'Before'],
  ['Compare:\n\n| Name | Size |\n|:---|---:|\n| a | 1 |\n\nWhich one?', 'Compare: Which one?'],
  ['Name | Size\n--- | ---\na | 1\n', 'Name Size a 1'],
  ['a | b, either way', 'a | b, either way'],
  ['```js\nconst one = 1\n```', 'const one = 1'],
  [
    '# Title\n\n> quoted\n>still\n\n- one\n* two\n1. three\n- [x] done',
    'Title quoted still one two three done',
  ],
  ['Title\n=====\n\nText\n\n---\n\nMore', 'Title Text More'],
  ['**bold** and *leaning* and _so_ and __so__ and ~~gone~~', 'bold and leaning and so and so and gone'],
  ['snake_case_name, 2 * 3 * 4 and \\*this\\*', 'snake_case_name, 2 * 3 * 4 and *this*'],
  ['Use `__init__` and ``a*b*c``', 'Use __init__ and a*b*c'],
  [
    '[a link](https://example.com), ![a picture](/p.webp) and <https://example.com>',
    'a link, a picture and https://example.com',
  ],
  ['Why?\n\n#sql #c++', 'Why?'],
  ['#sql #c++', '#sql #c++'],
  ['#1 in the list', '#1 in the list'],
  ['', ''],
  ['***', '***'],
  ['x'.repeat(200), `${'x'.repeat(159)}…`],
  [`${'x'.repeat(158)}😀 end`, `${'x'.repeat(158)}…`],
])('the excerpt of %j has its words alone', (text, excerpt) => {
  expect(excerptOf(text)).toBe(excerpt)
})

test.each([
  ['How do I centre a box? I tried flexbox.', 'How do I centre a box?', 'I tried flexbox.'],
  ['How do I centre a box\nI tried flexbox.', 'How do I centre a box', 'I tried flexbox.'],
  [
    'Does Node.js 26 know `a ?? b`\n\n```js\na ?? b\n```\nNo idea.',
    'Does Node.js 26 know a ?? b',
    'No idea.',
  ],
  ['| a | b |\n|---|---|\n| 1 | 2 |\n\nWhich? This?', 'Which?', 'This?'],
  ['为什么？因为。', '为什么？', '因为。'],
])('%j is split into a title and the rest', (text, title, rest) => {
  expect(splitTitle(text)).toEqual({ title, rest })
})

test('a long title is shortened', () => {
  expect(titleOf(`Why ${'very '.repeat(30)}long?`)).toMatch(/^Why (very )+very…$/)
})

test('an excerpt of any length takes no time', () => {
  for (const mark of ['*a', '_a', '`', '|-', '> ', '[', '- ', '* ', '\\', '__a']) {
    const start = performance.now()
    excerptOf(mark.repeat(5_000))
    expect(performance.now() - start, mark).toBeLessThan(1_000)
  }
})
