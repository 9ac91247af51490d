import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../server/database/database.ts'
import { until } from '../../test-support/polling.ts'
import { MailServer } from '../mail-server.ts'
import { startReadyServer, temporaryFolder } from './server-process.ts'

const PEOPLE = 40
const KILLS = 4

test('a server that is killed while it sends mail loses none, and repeats one only under the same message id', async () => {
  const mails = new MailServer()
  await mails.start()
  onTestFinished(() => mails.stop())
  // Slow enough that some mails are being sent at every kill.
  mails.behavior = { wait: () => setTimeout(40) }
  const url = `sqlite:${join(temporaryFolder(), 'mail.db')}`
  const environment = { DATABASE_URL: url, RATE_LIMIT: 'off', ...mails.settings }

  let server = await startReadyServer(environment)
  const emails = Array.from({ length: PEOPLE }, (_, index) => `person-${index}@example.com`)
  const acknowledged: string[] = []
  for (const [index, email] of emails.entries()) {
    const body = { name: 'Ada', email, password: 'correct horse' }
    if ((await server.call('POST', '/api/users', undefined, body)).status === 200) acknowledged.push(email)
    if (index % Math.ceil(PEOPLE / KILLS) === 3) {
      await server.end('SIGKILL')
      await endLeases(url)
      server = await startReadyServer(environment)
    }
  }
  expect(acknowledged).toHaveLength(PEOPLE)
  await until(async () => (await countJobs(url)) === 0)

  const idsBy = Map.groupBy(mails.received, ({ to }) => to[0] ?? '')
  expect([...idsBy.keys()].sort()).toEqual([...acknowledged].sort())
  for (const [email, received] of idsBy) {
    const ids = new Set(received.map(({ headers }) => headers.get('message-id')))
    expect(ids.size, email).toBe(1)
  }
  // Only mails that were being sent at a kill may be sent again.
  expect(mails.received.length - PEOPLE).toBeLessThanOrEqual(3 * KILLS)
})

/** Waiting for the leases to end would take a minute. */
async function endLeases(url: string): Promise<void> {
  const db = openDatabase(url)
  await db.transaction((trx) => trx.updateTable('jobs').set({ run_at: 0 }).execute())
  await db.close()
}

async function countJobs(url: string): Promise<number> {
  const db = openDatabase(url)
  const rows = await db.kysely.selectFrom('jobs').select('id').execute()
  await db.close()
  return rows.length
}
