import { afterAll, expect, test } from 'vitest'
import type { Queryable } from '../../../server/database/database.ts'
import { Renderer } from '../../../server/features/markdown/renderer.ts'

// Only mentions need the database.
const renderer = new Renderer(undefined as unknown as Queryable)
afterAll(() => renderer.close())

const render = async (text: string, id: string, address = id) =>
  (await renderer.render({ id, address }, text)).stored.html

test('a text that ends its thread becomes escaped paragraphs and affects no other text', async () => {
  const exhausting = `**Much**\n\n${'[a](b) *x* '.repeat(500_000)}`
  const texts = [exhausting, '**one**', exhausting, '**two**', '**three**']
  const [first, one, second, two, three] = await Promise.all(
    texts.map((text, n) => render(text, `author ${n}`)),
  )
  for (const html of [first, second]) expect(html).toMatch(/^<p>\*\*Much\*\*<\/p>\n<p>\[a\]\(b\)/)
  const rest = ['one', 'two', 'three'].map((word) => `<p><strong>${word}</strong></p>`)
  expect([one, two, three]).toEqual(rest)
})

test('texts of many authors at one address delay a text of another address by few of them', async () => {
  let finished = 0
  const slow = Array.from({ length: 20 }, async (_, n) => {
    await render('*a_ '.repeat(2_400), `author ${n}`, 'one address')
    finished++
  })
  await render('**Hello**', 'another author')
  expect(finished).toBeLessThan(5)
  await Promise.all(slow)
})

test('texts that find the queue full are refused', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 110 }, (_, n) => render('**Hello**', `author ${n}`)),
  )
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  const msg = 'Too many texts are being rendered, please try again'
  for (const outcome of refused) expect(outcome).toMatchObject({ reason: { status: 503, errors: [{ msg }] } })
  expect(await render('**Hello**', 'author')).toBe('<p><strong>Hello</strong></p>')
})
