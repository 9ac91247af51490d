import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PermanentFailure, type RunningJob } from '../../../server/platform/jobs/jobs.ts'
import { startApp, type TestApp } from '../../app.ts'

type Named = { name: string }

let app: TestApp
let secondApp: TestApp
const logged: { level: number; msg: string; kind?: string; times?: number }[] = []

beforeAll(async () => {
  const logger = pino({ level: 'warn' }, { write: (line) => void logged.push(JSON.parse(line)) })
  app = await startApp({}, logger)
  secondApp = await startApp({ DATABASE_URL: app.running.context.settings.databaseUrl }, logger)
})
afterAll(async () => {
  await secondApp.stop()
  await app.stop()
})

function define(kind: string, run: (payload: Named, job: RunningJob) => Promise<void>, atOnce = 2) {
  const [add] = [app, secondApp].map(({ running }) => running.context.jobs.define(kind, { atOnce, run }))
  return (name: string) => app.db.transaction(async (trx) => add?.(trx, { name }))
}

const jobsOf = (kind: string) =>
  app.db.kysely.selectFrom('jobs').selectAll().where('kind', '=', kind).execute()

/** Skips the delay after a failure, or the lease of a run. */
async function makeDue(kind: string): Promise<void> {
  await app.db.transaction((trx) =>
    trx.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', kind).execute(),
  )
  app.running.context.jobs.start()
}

const until = (condition: () => unknown) => expect.poll(condition).toBeTruthy()

test('every committed job runs once, whichever process takes it, and no other runs', async () => {
  const ran: string[] = []
  const add = define('greeting', async ({ name }) => void ran.push(name))
  const names = Array.from({ length: 30 }, (_, index) => `person ${index}`)
  await Promise.all(names.map(add))
  const rolledBack = app.db.transaction(async (trx) => {
    const { jobs } = app.running.context
    await jobs.define('never', { atOnce: 1, run: async () => void ran.push('never') })(trx, {})
    throw new Error('Rolled back')
  })
  await expect(rolledBack).rejects.toThrow('Rolled back')
  await until(async () => (await jobsOf('greeting')).length === 0)
  expect(ran.sort()).toEqual(names.sort())
})

test('a failed job is retried after growing delays, and then given up and logged', async () => {
  const ran: string[] = []
  const add = define('failing', async ({ name }) => {
    ran.push(name)
    throw new Error(`Attempt ${ran.length} failed`)
  })
  await add('Ada')
  const pauses: number[] = []
  let dueSince = Date.now()
  for (let attempt = 1; attempt <= 10; attempt++) {
    await until(async () => (await jobsOf('failing'))[0]?.error === `Attempt ${attempt} failed`)
    const [job] = await jobsOf('failing')
    if (attempt < 10) {
      pauses.push((job?.run_at ?? 0) - dueSince)
      dueSince = Date.now()
      await makeDue('failing')
    } else expect(job?.failed_at).toBeGreaterThan(0)
  }
  expect(pauses[0]).toBeGreaterThanOrEqual(10_000)
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  expect(logged.filter(({ msg, kind }) => msg === 'a job was given up' && kind === 'failing')).toHaveLength(1)
  await makeDue('failing')
  // A due job would be taken before a later one.
  await add('Grace')
  await until(() => ran.includes('Grace'))
  expect(ran).toEqual([...Array(10).fill('Ada'), 'Grace'])
})

test('a job that can never succeed is given up at once', async () => {
  const add = define('permanent', async () => {
    throw new PermanentFailure('There is no such address')
  })
  await add('Ada')
  await until(async () => (await jobsOf('permanent'))[0]?.failed_at)
  expect(await jobsOf('permanent')).toMatchObject([{ attempts: 1, error: 'There is no such address' }])
})

test('a job that another process took over has its effects once', async () => {
  const runs: (() => void)[] = []
  const effects: string[] = []
  const add = define('taken over', async ({ name }, job) => {
    const run = runs.length
    await new Promise<void>((resolve) => runs.push(resolve))
    await app.db.transaction(async (trx) => {
      await job.finish(trx)
      effects.push(`${name} in run ${run}`)
    })
  })
  await add('Ada')
  await until(() => runs.length === 1)
  await makeDue('taken over')
  await until(() => runs.length === 2)
  runs[0]?.()
  runs[1]?.()
  await until(async () => (await jobsOf('taken over')).length === 0)
  await until(() => effects.length === 1)
  expect(effects).toEqual(['Ada in run 1'])
})

test('jobs of a slow kind do not block another kind', async () => {
  const ends: (() => void)[] = []
  const addSlow = define('slow', () => new Promise<void>((resolve) => ends.push(resolve)), 1)
  for (const name of ['a', 'b', 'c', 'd']) await addSlow(name)
  await until(() => ends.length === 2)
  let ran = false
  await define('quick', async () => {
    ran = true
  })('Ada')
  await until(() => ran)
  expect(ends.length).toBe(2)
  for (let index = 0; index < 4; index++) {
    await until(() => ends.length > index)
    ends[index]?.()
  }
  await until(async () => (await jobsOf('slow')).length === 0)
})

test('a stopping process releases the jobs it could not finish', async () => {
  const third = await app.another()
  const started = Promise.withResolvers<void>()
  const add = third.running.context.jobs.define<Named>('interrupted', {
    atOnce: 1,
    run: async (_payload, { signal }) => {
      started.resolve()
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('Stopped'))))
    },
  })
  await third.db.transaction((trx) => add(trx, { name: 'Ada' }))
  await started.promise
  await third.stop()
  const [job] = await jobsOf('interrupted')
  expect(job).toMatchObject({ attempts: 0, failed_at: null })
  expect(job?.run_at).toBeLessThanOrEqual(Date.now() + 1_000)
})

test('work that fails is tried after growing pauses, and each cause is logged once', async () => {
  const attempts: number[] = []
  app.running.context.jobs.onPoll(async () => {
    attempts.push(performance.now())
    throw new Error('The queue cannot be read')
  })
  await until(() => attempts.length === 4)
  const pauses = attempts.slice(1).map((time, index) => time - (attempts[index] ?? 0))
  for (const [index, pause] of pauses.entries()) expect(pause).toBeGreaterThanOrEqual(1_000 * 2 ** index)
  expect(logged.filter(({ msg }) => msg.startsWith('could not look for work'))).toHaveLength(1)
  let ran = false
  await define('meanwhile', async () => {
    ran = true
  })('Ada')
  await until(() => ran)
})

test('jobs that fail for the same reason are logged once', async () => {
  const add = define('no mail server', async () => {
    throw Object.assign(new Error(`No response to ${Math.random()}`), { code: 'ECONNREFUSED' })
  })
  await Promise.all(['Ada', 'Grace', 'Linus'].map(add))
  await until(async () => (await jobsOf('no mail server')).every(({ error }) => error !== null))
  const lines = logged.filter(({ kind }) => kind === 'no mail server')
  // Once by each process that took a job.
  expect(lines.length).toBeLessThanOrEqual(2)
})
