import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, startApp, type TestApp } from '../app.ts'
import { MailServer } from '../mail-server.ts'

const mails = new MailServer()
let app: TestApp
let secondApp: TestApp

beforeAll(async () => {
  await mails.start()
  app = await startApp(mails.settings)
  secondApp = await app.another(mails.settings)
})
afterAll(async () => {
  await secondApp.stop()
  await app.stop()
  await mails.stop()
})

const mailsTo = (address: RegExp) => mails.received.filter(({ to }) => to.some((each) => address.test(each)))
const requestReset = async (email: string, at = app) =>
  (await at.call('POST', '/api/auth/reset', { body: { email } })).status

const mailJobs = () =>
  app.db.kysely.selectFrom('jobs').select(['kind', 'error']).where('kind', 'like', 'mail %').execute()

const allSent = () => expect.poll(mailJobs).toEqual([])

async function register(email: string, at = app): Promise<string> {
  const { status, body } = await at.call('POST', '/api/users', {
    body: { name: 'Mallory', email, password: PASSWORD },
  })
  expect(status).toBe(200)
  return body.token
}

test('an address gets five mails with links in an hour, also if accounts with it are deleted', async () => {
  const spellings = ['Victim@example.com', 'victim@EXAMPLE.com', 'victim@ｅｘａｍｐｌｅ.com']
  for (let round = 0; round < 3; round++) {
    for (const email of spellings) {
      const instance = round % 2 ? secondApp : app
      const token = await register(email, instance)
      await allSent()
      await instance.call('DELETE', '/api/profile', { token })
    }
  }
  expect(mailsTo(/^victim@/i)).toHaveLength(5)
  expect(await requestReset('VICTIM@example.com', secondApp)).toBe(429)
  const { token } = await app.signUp()
  const change = { email: 'victim@ｅｘａｍｐｌｅ.com', password: PASSWORD }
  expect((await app.call('PUT', '/api/auth/email', { token, body: change })).status).toBe(429)
  await allSent()
  expect(mailsTo(/^victim@/i)).toHaveLength(5)
  expect(await requestReset('someone.else@example.com')).toBe(200)
})

test('links that someone requested do not use up the mails about changes of the account', async () => {
  const owner = await app.signUp()
  const newEmail = 'the-new-address@example.com'
  await owner.put('/api/auth/email', { email: newEmail, password: PASSWORD })
  await expect.poll(() => mailsTo(/^the-new-address@/).length).toBe(1)
  while ((await requestReset(owner.email)) === 200);
  const code = /#([\w-]{43})/.exec(mailsTo(/^the-new-address@/)[0]?.text ?? '')?.[1]
  expect((await app.call('PUT', '/api/auth/confirmation', { body: { code } })).status).toBe(200)
  const isNotice = (subject: string | undefined) => subject?.includes('was changed')
  await expect
    .poll(() => mailsTo(new RegExp(owner.email)).filter(({ headers }) => isNotice(headers.get('subject'))))
    .toHaveLength(1)
})

test('tagged forms of an address share a wider limit', async () => {
  const statuses: number[] = []
  for (let tag = 0; tag < 52; tag++) statuses.push(await requestReset(`tagged+${tag}@example.com`))
  expect(statuses.indexOf(429)).toBe(50)
})

test('counters of mails are deleted when their hour is over', async () => {
  await requestReset('forgotten@example.com')
  await app.db.transaction((trx) => trx.updateTable('attempts').set({ resets_at: 0 }).execute())
  await app.running.context.maintenance.run()
  expect(await app.db.kysely.selectFrom('attempts').selectAll().execute()).toEqual([])
})

test('an account that is deleted right after its registration leaves no job behind', async () => {
  for (let round = 0; round < 6; round++) {
    const token = await register(`leaving-${round}@example.com`)
    await app.call('DELETE', '/api/profile', { token })
  }
  await allSent()
})
