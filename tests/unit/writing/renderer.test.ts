import { afterAll, expect, test } from 'vitest'
import type { Queryable } from '../../../server/database/database.ts'
import { AuthorTurns, TooBusyError } from '../../../server/features/markdown/author-turns.ts'
import { RENDER_VERSION } from '../../../server/features/markdown/rendered.ts'
import { Renderer } from '../../../server/features/markdown/renderer.ts'

// Long enough for a usual text on a busy machine, and far from enough for the hostile one.
const DEADLINE = 3_000
// Only mentions need the database.
const renderer = new Renderer(undefined as unknown as Queryable, DEADLINE)
afterAll(() => renderer.close())

const LONG = 'Long enough for the thread of long texts. '.repeat(30)
const HOSTILE = `**Slow** code\n\n~~~ini\n${'_'.repeat(60_000)}\n~~~`

/** On a busy machine a text may be pending at first. */
async function render(author: string, text: string): Promise<string> {
  const { stored } = await renderer.render(author, text)
  return stored.render_version === RENDER_VERSION ? stored.html : render(author, text)
}

test('a text that crashes its thread affects no other text, and is rendered without colors', async () => {
  const code = '```js\nlet a\n```'
  const [hostile, long, short] = await Promise.all([
    render('attacker', HOSTILE),
    render('victim', `${LONG}\n\n${code}`),
    render('victim', code),
  ])
  expect(hostile).toContain('<strong>Slow</strong>')
  expect(hostile).not.toContain('hljs')
  expect(long).toContain('<span class="hljs-keyword">let</span>')
  expect(short).toContain('<span class="hljs-keyword">let</span>')
})

test('authors take turns, and only one who sends very much is refused', async () => {
  const turns = new AuthorTurns(1)
  const order: string[] = []
  const run = (author: string) => turns.run(author, async () => order.push(author))
  const results = Promise.allSettled(Array.from({ length: 102 }, () => run('eager')))
  await Promise.all([run('patient'), run('another')])
  // One runs at once, a hundred may wait.
  expect((await results).map(({ status }) => status)).toEqual([...Array(101).fill('fulfilled'), 'rejected'])
  expect(order.slice(0, 5)).toEqual(['eager', 'patient', 'eager', 'another', 'eager'])
  await expect(results).resolves.toMatchObject({ 101: { reason: expect.any(TooBusyError) } })
})
