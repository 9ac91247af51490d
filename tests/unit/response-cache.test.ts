import { stat } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { ResponseCache } from '../../server/platform/cache/response-cache.ts'

class Changes {
  readonly topics: string[] = []
  checks = 0
  failing = false
  forgetful = false

  readonly since = (position: string | undefined) => {
    this.checks++
    if (this.failing) throw new Error('The database does not respond')
    const topics = position === undefined || this.forgetful ? undefined : this.topics.slice(Number(position))
    return { position: String(this.topics.length), topics }
  }
  readonly immediate = { immediate: true as const, since: this.since }
  readonly remote = {
    immediate: false as const,
    since: async (position: string | undefined) => this.since(position),
  }
}

const loaded = <T>(value: T, ...topics: string[]) => ({ value, topics })
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

async function filled(changes: Changes, ...keys: string[]) {
  const cache = new ResponseCache(changes.remote)
  await cache.check()
  for (const key of keys) await cache.load(key, async () => loaded(`old ${key}`, key))
  const read = (key: string) => cache.load(key, async () => loaded(`new ${key}`, key))
  return { cache, read }
}

test('a change drops the values that depend on it and no others', async () => {
  const changes = new Changes()
  const { cache, read } = await filled(changes, 'post:1', 'post:2')
  expect(await read('post:1')).toBe('old post:1')
  changes.topics.push('post:1')
  await cache.check()
  expect(cache.get('post:1')).toBeUndefined()
  expect(await read('post:1')).toBe('new post:1')
  expect(await read('post:2')).toBe('old post:2')
})

test('a change of everything, or one that the database no longer has, empties the cache', async () => {
  for (const happens of ['all', 'forgetful']) {
    const changes = new Changes()
    const { cache, read } = await filled(changes, 'posts', 'user:1')
    if (happens === 'all') changes.topics.push('all')
    else changes.forgetful = true
    await cache.check()
    expect([await read('posts'), await read('user:1')]).toEqual(['new posts', 'new user:1'])
  }
})

test('a change is still noticed by the next check after a failed one', async () => {
  for (const engine of ['immediate', 'remote'] as const) {
    const changes = new Changes()
    const cache = new ResponseCache(changes[engine])
    await cache.check()
    await nextTurn()
    await cache.load('posts', async () => loaded('old', 'posts'))
    changes.topics.push('posts')
    changes.failing = true
    await expect(cache.check()).rejects.toThrow('does not respond')
    changes.failing = false
    await cache.check()
    expect(cache.get('posts')).toBeUndefined()
  }
})

test('a value is loaded once for all concurrent calls, and again after a failure', async () => {
  const { cache } = await filled(new Changes())
  const load = vi.fn(async () => loaded('page', 'posts'))
  expect(await Promise.all([1, 2, 3].map(() => cache.load('page', load)))).toEqual(['page', 'page', 'page'])
  expect(load).toHaveBeenCalledTimes(1)
  const failing = async () => Promise.reject(new Error('no'))
  await expect(cache.load('other', failing)).rejects.toThrow('no')
  expect(await cache.load('other', load)).toBe('page')
})

test.each([
  ['is not kept if its topic changes', 'posts', true],
  ['is not kept if one of many topics that it shows changes', 'user:7', true],
  ['is kept if a topic that it does not depend on changes', 'user:8', false],
])('a value %s while it is loaded', async (_, changed, isStale) => {
  const changes = new Changes()
  const { cache, read } = await filled(changes)
  const slow = Promise.withResolvers<{ value: string; topics: string[] }>()
  const before = cache.load('posts', () => slow.promise)
  changes.topics.push(changed)
  await cache.check()
  // A call after the change must not get the old value.
  const laterRead = read('posts')
  slow.resolve(loaded('loading', 'posts', 'user:7'))
  expect(await before).toBe('loading')
  expect(await laterRead).toBe(isStale ? 'new posts' : 'loading')
  expect(await read('posts')).toBe(isStale ? 'new posts' : 'loading')
})

test('a value is not kept if more has changed while it was loaded than is remembered', async () => {
  const changes = new Changes()
  const { cache } = await filled(changes)
  const loadDuring = async (key: string, count: number) => {
    const slow = Promise.withResolvers<{ value: string; topics: string[] }>()
    const value = cache.load(key, () => slow.promise)
    changes.topics.push(...Array.from({ length: count }, (_, n) => `post:${n}`))
    await cache.check()
    slow.resolve(loaded(key, 'user:8'))
    expect(await value).toBe(key)
    return cache.get(key)
  }
  expect(await loadDuring('few changes', 100)).toBe('few changes')
  expect(await loadDuring('many changes', 10_001)).toBeUndefined()
})

test('a load that finds nothing is not kept, and is repeated for calls after a change', async () => {
  const changes = new Changes()
  const { cache, read } = await filled(changes)
  const findNothing = vi.fn(async () => undefined)
  for (let time = 0; time < 2; time++) expect(await cache.load('none', findNothing)).toBeUndefined()
  expect(findNothing).toHaveBeenCalledTimes(2)
  const slow = Promise.withResolvers<undefined>()
  const before = cache.load('profile', () => slow.promise)
  changes.topics.push('profile')
  await cache.check()
  const laterRead = read('profile')
  slow.resolve(undefined)
  expect([await before, await laterRead]).toEqual([undefined, 'new profile'])
})

test('a value with a maximum age is loaded again when it is older', async () => {
  const { cache } = await filled(new Changes())
  const load = vi.fn(async () => ({ ...loaded('figures'), maxAge: 50 }))
  const read = () => cache.load('figures', load)
  await read()
  await read()
  expect(load).toHaveBeenCalledTimes(1)
  await expect.poll(async () => (await read()) && load.mock.calls.length).toBeGreaterThan(1)
})

const MAX_BYTES = 16 * 1024 * 1024
const LARGEST = 1024 * 1024
const large = (bytes: number) => async () => ({ body: 'x'.repeat(bytes), topics: [] })

test('the size of the cache is limited: the least recently used values are dropped, whenever they were added', async () => {
  const { cache, read } = await filled(new Changes(), '1', '2')
  for (let n = 0; n < 20; n++) {
    await cache.response(`large ${n}`, large(LARGEST))
    expect(await read('1')).toBe('old 1')
    expect(cache.bytes).toBeLessThanOrEqual(MAX_BYTES)
  }
  expect(await read('2')).toBe('new 2')
})

test('the cache keeps no value of more than a megabyte', async () => {
  const { cache } = await filled(new Changes())
  await cache.response('page', large(LARGEST))
  await cache.response('huge', large(LARGEST + 1))
  expect([cache.get('page') !== undefined, cache.get('huge')]).toEqual([true, undefined])
})

test('a value that was dropped leaves no memory behind for its topics', async () => {
  const changes = new Changes()
  const { cache } = await filled(changes)
  const topics = Array.from({ length: 50 }, (_, n) => `post:${n}`)
  const heapAfter = async (rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      await cache.load(`page ${round}`, async () => loaded('page', 'posts', ...topics))
      changes.topics.push('posts')
      await cache.check()
    }
    setFlagsFromString('--expose-gc')
    runInNewContext('gc')()
    return process.memoryUsage().heapUsed
  }
  const before = await heapAfter(500)
  expect((await heapAfter(3_000)) - before).toBeLessThan(4 * 1024 * 1024)
})

test('over a network, concurrent requests share a check for changes, and those that arrive during it share the next', async () => {
  const changes = new Changes()
  const { cache } = await filled(changes)
  changes.checks = 0
  const checkTen = () => Array.from({ length: 10 }, () => cache.check())
  const first = checkTen()
  while (changes.checks === 0) await Promise.resolve()
  expect(changes.checks).toBe(1)
  await Promise.all([...first, ...checkTen()])
  expect(changes.checks).toBe(2)
})

test('over a network, a check that fails rejects all requests that wait, and those that wait for the next', async () => {
  const changes = new Changes()
  const { cache } = await filled(changes)
  changes.failing = true
  changes.checks = 0
  const first = cache.check()
  while (changes.checks === 0) await Promise.resolve()
  const results = await Promise.allSettled([first, cache.check(), cache.check()])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(changes.checks).toBe(1)
})

test('on an embedded database, the requests of one turn of the event loop share a check for changes', async () => {
  const changes = new Changes()
  const cache = new ResponseCache(changes.immediate)
  expect([cache.check(), cache.check()]).toEqual([undefined, undefined])
  expect(changes.checks).toBe(1)
  await nextTurn()
  cache.check()
  expect(changes.checks).toBe(2)
})

test('after a write at the end of a turn, the requests of the next one still check for changes', async () => {
  const changes = new Changes()
  const cache = new ResponseCache(changes.immediate)
  await nextTurn()
  // The handler of a write continues in the same way when its commit resolves.
  cache.checkAfterWrite()
  changes.topics.push('posts')
  const checks = await new Promise((resolve) => {
    // I/O callbacks run before the next turn.
    stat('.', () => {
      cache.check()
      resolve(changes.checks)
    })
  })
  expect(checks).toBe(2)
})
