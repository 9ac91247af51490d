import { expect, test } from 'vitest'
import { RENDER_VERSION } from '../../server/features/markdown/renderer.ts'
import { newId } from '../../server/ids.ts'
import { bulkInsert } from '../../test-support/bulk-insert.ts'
import { startApp } from '../app.ts'

const MAX_BYTES = 16 * 1024 * 1024

test('what is read all the time stays cached while other responses come and go', async () => {
  const app = await startApp()
  const { cache } = app.running.context
  await app.stopBackgroundWork()
  const member = await app.signUpWithProfile()
  const post = await member.write('Hello')
  const large = await member.write('Discuss')
  await app.db.transaction(async (trx) => {
    const text = 'x'.repeat(9_000)
    const comments = Array.from({ length: 50 }, () => ({
      id: newId(),
      post_id: large,
      user_id: member.id,
      text,
      html: `<p>${text}</p>`,
      render_version: RENDER_VERSION,
    }))
    await bulkInsert(app.db.engine, trx, 'comments', comments)
  })
  const readHot = async () => {
    for (const path of ['/api/posts?limit=1', `/api/posts/${post}`, '/api/profile']) {
      expect((await member.get(path)).status).toBe(200)
    }
  }
  const readLarge = async (limit: number) => {
    const before = cache.misses
    const { body } = await member.get(`/api/posts/${large}/comments?limit=${limit}`)
    expect(body).toHaveLength(limit)
    return cache.misses === before
  }
  await readHot()
  await readHot()
  expect([await readLarge(50), await readLarge(50)]).toEqual([false, true])
  for (let limit = 10; limit < 50; limit++) {
    expect(await readLarge(limit)).toBe(false)
    const { misses } = cache
    await readHot()
    expect(cache.misses).toBe(misses)
    expect(cache.bytes).toBeLessThanOrEqual(MAX_BYTES)
  }
  expect(await readLarge(50)).toBe(false)
  await app.stop()
})
