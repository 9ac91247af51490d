import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../app.ts'

const zone = process.env.TZ
afterAll(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

// The far west, the far east, and a zone that skipped 30 December 2011.
test.each([
  ['Pacific/Honolulu', 600],
  ['America/New_York', 300],
  ['UTC', 0],
  ['Asia/Kolkata', -330],
  ['Pacific/Apia', -780],
])('dates stay as written where the server is at %s', async (name, offset) => {
  process.env.TZ = name
  expect(new Date('2024-01-15').getTimezoneOffset()).toBe(offset)
  const app = await startApp()
  try {
    const person = await app.signUpWithProfile()
    for (const from of ['2024-01-01', '2011-12-30', '1969-12-31', '2024-03-10T23:30:00-10:00']) {
      const { body } = await person.put('/api/profile/education', {
        school: 'S',
        degree: 'D',
        from,
        to: from,
      })
      const date = from.slice(0, 10)
      expect(body.education).toEqual([expect.objectContaining({ from: date, to: date })])
      expect((await app.call('GET', '/api/profile')).body[0].education).toEqual(body.education)
      await person.delete(`/api/profile/education/${body.education[0]._id}`)
    }
    const { body: post } = await person.post('/api/posts', { text: 'What time is it?' })
    const createdAt = Number.parseInt(post._id.replace('-', '').slice(0, 12), 16)
    expect(post.date).toBe(new Date(createdAt).toISOString())
  } finally {
    await app.stop()
  }
})
