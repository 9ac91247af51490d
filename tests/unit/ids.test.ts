import { afterEach, expect, test, vi } from 'vitest'
import { asId, dateOfId, idAt, newId } from '../../server/ids.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('ids are UUIDv7 and strictly increasing, even within a millisecond and when the clock goes back', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const ids: string[] = []
  for (let i = 0; i < 10_000; i++) {
    if (i === 9_000) vi.setSystemTime(Date.now() - 60_000)
    ids.push(newId())
  }
  expect(ids).toEqual([...new Set(ids)].sort())
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})

test('an id contains its date', () => {
  const moment = Date.parse('2024-02-29T12:34:56.789Z')
  expect(dateOfId(idAt(moment))).toBe('2024-02-29T12:34:56.789Z')
  expect(dateOfId(idAt(moment, 0xfff))).toBe('2024-02-29T12:34:56.789Z')
  expect(idAt(moment, 1) < idAt(moment, 2)).toBe(true)
})

test.each([
  ['01900000-0000-7000-8000-000000000000', '01900000-0000-7000-8000-000000000000'],
  ['01900000-0000-7000-8000-00000000ABCD', '01900000-0000-7000-8000-00000000abcd'],
  ['0190000000007000800000000000abcd', undefined],
  ['{01900000-0000-7000-8000-000000000000}', undefined],
  ['01900000-0000-7000-8000-000000000000 ', undefined],
  ['01900000-0000-7000-8000-00000000000g', undefined],
  ['', undefined],
])('%j is read as the id %j', (text, id) => {
  expect(asId(text)).toBe(id)
})
