import { expect, it } from 'vitest'
import { shorten } from '../../web/features/posts/editing/changes.tsx'

const same = (text: string) => ({ kind: 'same' as const, text })
const added = { kind: 'added' as const, text: 'new' }

it('unchanged text is shortened to what is next to a change', () => {
  const long = 'a'.repeat(500)
  const [start, , middle, , end] = shorten([same(long), added, same(long), added, same(long)])
  expect(start?.text).toBe(`…${'a'.repeat(80)}`)
  expect(middle?.text).toBe(`${'a'.repeat(80)}…${'a'.repeat(80)}`)
  expect(end?.text).toBe(`${'a'.repeat(80)}…`)
})

it('changes and short pieces are not shortened', () => {
  const changes = [same('short'), { kind: 'removed' as const, text: 'x'.repeat(500) }, same('end')]
  expect(shorten(changes)).toEqual(changes)
})
