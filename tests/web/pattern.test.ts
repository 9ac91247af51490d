import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { hueClass, patternPath } from '../../web/ui/pattern.tsx'

it('always draws the same pattern for an id, and different ones for others', () => {
  const ada = randomUUID()
  const bob = randomUUID()
  expect(patternPath(ada, 3, 3)).toBe(patternPath(ada, 3, 3))
  expect(patternPath(ada, 8, 4)).not.toBe(patternPath(bob, 8, 4))
  expect(hueClass(ada)).toBe(hueClass(ada))
})

it('uses all twelve hues, although ids begin alike', () => {
  const ids = Array.from(
    { length: 600 },
    (_, index) => `0195d0c0-0000-7000-8000-${String(index).padStart(12, '0')}`,
  )
  const hues = Map.groupBy(ids, hueClass)
  expect([...hues.keys()].sort()).toEqual(Array.from({ length: 12 }, (_, hue) => `hue-${hue}`).sort())
  for (const people of hues.values()) expect(people.length).toBeGreaterThan(20)
})
