import { afterEach, expect, test, vi } from 'vitest'
import { rememberFor } from '../../server/platform/cache/remember-for.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a value is computed once per period for all callers, and again after a failure', async () => {
  vi.useFakeTimers()
  let isBroken = true
  const make = vi.fn(async () => {
    if (isBroken) throw new Error('The database does not respond')
    return make.mock.calls.length
  })
  const read = rememberFor(1_000, make)
  const failed = await Promise.allSettled([read(), read()])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isBroken = false
  expect(await Promise.all([read(), read()])).toEqual([2, 2])
  vi.advanceTimersByTime(999)
  expect(await read()).toBe(2)
  vi.advanceTimersByTime(1)
  expect(await read()).toBe(3)
})
