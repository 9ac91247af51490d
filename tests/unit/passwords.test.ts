import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HashQueue } from '../../server/features/accounts/passwords.ts'

const started: (() => void)[] = []

// On a busy machine, a turn that takes long would start fewer hashes.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

vi.mock('node:crypto', async (original) => ({
  ...(await original<typeof import('node:crypto')>()),
  argon2: (_kind: string, _options: object, done: (error: null, tag: Buffer) => void) => {
    started.push(() => done(null, Buffer.alloc(32)))
  },
}))

async function finishAll(): Promise<void> {
  await turns()
  for (let finish = started.shift(); finish; finish = started.shift()) {
    finish()
    await turns()
  }
}

/** A queued hash starts in one of the next turns of the event loop. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
}

test('two run at once, and four of an address wait for them before those of others', async () => {
  const hashes = new HashQueue()
  const order: string[] = []
  const hash = (address: string) => hashes.hash('secret', address).then(() => order.push(address))
  const allHashes = [...Array(8).fill('192.0.2.1'), '192.0.2.2', '192.0.2.3', '192.0.2.2'].map(hash)
  await turns()
  expect([started.length, hashes.waiting]).toEqual([2, 9])
  await finishAll()
  await Promise.all(allHashes)
  expect(order.map((address) => address.at(-1)).join('')).toBe('11112321111')
})

test('when too many addresses wait, the last one is refused', async () => {
  const hashes = new HashQueue()
  const allHashes = Array.from({ length: 403 }, (_, host) =>
    hashes.hash('secret', `10.0.${host >> 8}.${host & 255}`),
  )
  const settled = Promise.allSettled(allHashes)
  await finishAll()
  const refused = (await settled).flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))
  expect(refused).toEqual([402])
  expect(hashes.waiting).toBe(0)
})

test('verifying a password derives one key, whether or not there is a stored hash', async () => {
  const hashes = new HashQueue()
  const hashing = hashes.hash('secret', '192.0.2.1')
  await finishAll()
  for (const stored of [await hashing, undefined]) {
    const verifying = hashes.verify('secret', stored, '192.0.2.1')
    await expect.poll(() => started).toHaveLength(1)
    await finishAll()
    expect(await verifying).toBe(stored !== undefined)
  }
})
