import { Worker } from 'node:worker_threads'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { engine, type Person, startApp, type TestApp } from '../app.ts'

// Only on SQLite a query blocks the thread that runs it.
const onSqlite = test.runIf(engine === 'sqlite')

// Nothing takes longer to cut into words, and each of these has to be: it has the first word of the search, and there
// are so many words with the beginning that is its second word that they are not looked up.
const SLOW = `needle ${'a日b한'.repeat(2_400)}`
const MANY_WORDS = Array.from({ length: 20 }, (_, n) => `broad${n}`).join(' ')

const log: { msg: string; err?: { message: string } }[] = []
let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp({}, pino({ level: 'warn' }, { write: (line) => void log.push(JSON.parse(line)) }))
  ada = await app.signUp('Ada Byrne')
  for (let n = 0; n < 5; n++) await ada.post('/api/posts', { text: SLOW })
  await ada.post('/api/posts', { text: MANY_WORDS })
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(() => app.stop())

const inMilliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000

onSqlite('searches leave the main thread to other requests', async () => {
  const search = async () => expect((await ada.get('/api/search?q=needle+broad')).body).toEqual([])
  // Indexes what was written, and starts the thread.
  await search()
  const ofMain = process.threadCpuUsage()
  const ofAll = process.cpuUsage()
  for (let n = 0; n < 3; n++) await search()
  const used = inMilliseconds(process.cpuUsage(ofAll))
  expect(used).toBeGreaterThan(50)
  expect(inMilliseconds(process.threadCpuUsage(ofMain))).toBeLessThan(used / 4)
})

onSqlite(
  'after a crash of the thread, what it was doing fails, and the next search starts another one',
  async () => {
    const search = () => ada.get('/api/search?q=broad7&sort=best')
    expect((await search()).body).toHaveLength(1)
    const spy = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker) {
      spy.mockRestore()
      void this.terminate()
    })
    expect((await search()).status).toBe(500)
    expect((await search()).body).toHaveLength(1)
    expect(log.filter(({ msg }) => msg === 'bug')).toEqual([
      expect.objectContaining({
        msg: 'bug',
        err: expect.objectContaining({ message: 'The thread that searches has ended' }),
      }),
    ])
  },
)
