import { expect, test } from 'vitest'
import { Entry } from '../../../server/platform/cache/cache.ts'
import { startApp } from '../../app.ts'

const MEGABYTE = 1024 * 1024

test('what is read all the time stays cached while other responses come and go', async () => {
  const app = await startApp()
  const { cache } = app.running.context
  await app.stopBackgroundWork()
  const member = await app.signUpWithProfile()
  const post = await member.write('Hello')
  const read = async () => {
    for (const path of ['/api/posts', `/api/posts/${post}`, '/api/profile']) {
      expect((await member.get(path)).status).toBe(200)
    }
  }
  for (let n = 0; n < 3; n++) await read()
  const misses = cache.misses
  // Twice as much as the cache holds.
  for (let n = 0; n < 40; n++) {
    const other = new Entry({ value: n, bytes: 0, topics: [] })
    cache.add(other, 0.9 * MEGABYTE, cache.version, () => {})
    await read()
    expect(cache.bytes).toBeLessThanOrEqual(16 * MEGABYTE)
  }
  expect(cache.misses).toBe(misses)
  await app.stop()
})
