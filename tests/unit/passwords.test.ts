import { expect, test, vi } from 'vitest'
import { HashQueue } from '../../server/features/accounts/passwords.ts'

const started: (() => void)[] = []

vi.mock('node:crypto', async (original) => ({
  ...(await original<typeof import('node:crypto')>()),
  argon2: (_kind: string, _options: object, done: (error: null, tag: Buffer) => void) => {
    started.push(() => done(null, Buffer.alloc(32)))
  },
}))

/** Finishes everything that has started, and what starts after it. */
async function finishAll(): Promise<void> {
  for (let finish = started.shift(); finish; finish = started.shift()) {
    finish()
    await new Promise(setImmediate)
  }
}

test('addresses take turns, and of many the two that were first run at once', async () => {
  const hashes = new HashQueue()
  const order: string[] = []
  const hash = (address: string) => hashes.hash('secret', address).then(() => order.push(address))
  const all = [...Array(6).fill('192.0.2.1'), '192.0.2.2', '192.0.2.3', '192.0.2.2'].map(hash)
  expect([started.length, hashes.waiting]).toEqual([2, 7])
  await finishAll()
  await Promise.all(all)
  expect(order.map((address) => address.at(-1)).join('')).toBe('111231211')
})

test('when too many wait, the newest of the address with the most is refused', async () => {
  const hashes = new HashQueue()
  const outcomes = new Map<string, unknown[]>()
  const hash = (address: string) => {
    const list = outcomes.get(address) ?? []
    outcomes.set(address, list)
    return hashes.hash('secret', address).then(
      () => list.push('done'),
      (error) => list.push(error),
    )
  }
  const flood = Array.from({ length: 402 }, () => hash('192.0.2.1'))
  const others = ['192.0.2.2', '192.0.2.3', '192.0.2.2'].map(hash)
  const late = hash('192.0.2.1')
  await finishAll()
  await Promise.all([...flood, ...others, late])
  expect(outcomes.get('192.0.2.2')).toEqual(['done', 'done'])
  expect(outcomes.get('192.0.2.3')).toEqual(['done'])
  const refused = outcomes.get('192.0.2.1')?.filter((outcome) => outcome !== 'done')
  expect(refused).toHaveLength(4)
  for (const error of refused ?? []) expect(error).toMatchObject({ status: 503 })
})

test('when too many addresses wait, the last one is refused', async () => {
  const hashes = new HashQueue()
  const all = Array.from({ length: 403 }, (_, host) =>
    hashes.hash('secret', `10.0.${host >> 8}.${host & 255}`),
  )
  const settled = Promise.allSettled(all)
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
    expect(started).toHaveLength(1)
    await finishAll()
    expect(await verifying).toBe(stored !== undefined)
  }
})
