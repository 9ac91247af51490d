import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { startReadyServer, temporaryFolder } from './server-process.ts'
import { readStored } from './stored-content.ts'

const FAILING_DISK = pathToFileURL(join(import.meta.dirname, 'failing-disk.ts')).href
const LATER_WRITES = 22

for (const workers of ['1', '2']) {
  test(`after a failed sync, no write is acknowledged that a power cut would lose, with ${workers} process(es)`, async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'failing.db')
    const trigger = join(folder, 'fail-next-sync')
    const environment = { DATABASE_URL: `sqlite:${file}`, WORKERS: workers }
    const acknowledged: string[] = []
    let server = await startReadyServer({
      ...environment,
      NODE_OPTIONS: `--import=${FAILING_DISK}`,
      FAIL_SYNC: trigger,
    })
    const token = await server.register('writer')
    const write = async () => {
      const text = randomUUID()
      const sent = server.call('POST', '/api/posts', token, { text })
      const status = await sent.then(
        (response) => response.status,
        () => 'closed',
      )
      if (status === 200) acknowledged.push(text)
      return status
    }
    for (let count = 0; count < 5; count++) expect(await write()).toBe(200)

    const synced = logPosition(file)
    writeFileSync(trigger, '')
    // The outcome is unknown until a restart, so the server must not report a failure.
    expect(await write()).toBe('closed')
    expect(await server.exitCode()).toBe(74)
    expect(server.output).toContain('could not be written to the disk')
    const failed = logPosition(file)
    expect(failed.frames).toBeGreaterThan(synced.frames)

    server = await startReadyServer(environment)
    for (let count = 0; count < LATER_WRITES; count++) expect(await write()).toBe(200)
    await server.end('SIGKILL')

    cutPower(file, synced, failed)
    server = await startReadyServer(environment)
    const { texts, faults } = await readStored(environment.DATABASE_URL)
    expect(faults).toEqual([])
    expect(acknowledged).toHaveLength(5 + LATER_WRITES)
    expect(acknowledged.filter((text) => !texts.has(text))).toEqual([])
  })
}

type LogPosition = { frames: number; salt: string }

/** Counts frames by the index of the log (https://sqlite.org/walformat.html). */
function logPosition(file: string): LogPosition {
  const index = readFileSync(`${file}-shm`)
  return { frames: index.readUInt32LE(16), salt: saltOf(file) }
}

/** Changes when the log starts over. */
function saltOf(file: string): string {
  return readFileSync(`${file}-wal`).toString('hex', 16, 24)
}

/** Linux marks pages that it failed to write as clean, so they are readable until the power fails. */
function cutPower(file: string, synced: LogPosition, failed: LogPosition): void {
  rmSync(`${file}-shm`)
  if (saltOf(file) !== failed.salt) return
  const frame = 24 + 4096
  const log = openSync(`${file}-wal`, 'r+')
  const lost = Buffer.alloc((failed.frames - synced.frames) * frame)
  writeSync(log, lost, 0, lost.length, 32 + synced.frames * frame)
  closeSync(log)
}
