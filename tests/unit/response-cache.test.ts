import { stat } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Type } from 'typebox'
import { expect, test, vi } from 'vitest'
import { type EntryData, ResponseCache } from '../../server/platform/cache/cache.ts'
import { Collection } from '../../server/platform/cache/collection.ts'
import { document } from '../../server/platform/cache/document.ts'
import { list } from '../../server/platform/cache/list.ts'

/** A database that only reports changes; its position is the number of changes so far. */
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

const made = <T>(value: T, ...topics: string[]): EntryData<T> => ({ value, bytes: 1, topics })
const nextTick = () => new Promise((resolve) => setImmediate(resolve))

/** A cache with an entry for each of these keys, each depending on the topic of the same name. */
async function filled(changes: Changes, ...keys: string[]) {
  const cache = new ResponseCache(changes.remote)
  await cache.watch.check()
  const texts = new Collection<string>(cache)
  for (const key of keys) await texts.load(key, async () => made(`old ${key}`, key))
  const read = async (key: string) => (await texts.load(key, async () => made(`new ${key}`, key)))?.value
  return { cache, texts, read }
}

test('a change invalidates the entries that depend on it and no others', async () => {
  const changes = new Changes()
  const { cache, read } = await filled(changes, 'post:1', 'post:2')
  expect(await read('post:1')).toBe('old post:1')
  changes.topics.push('post:1')
  await cache.watch.check()
  expect(await read('post:1')).toBe('new post:1')
  expect(await read('post:2')).toBe('old post:2')
})

test('a change of everything, or one that the database no longer has, empties the cache', async () => {
  for (const happens of ['all', 'forgetful']) {
    const changes = new Changes()
    const { cache, read } = await filled(changes, 'posts', 'user:1')
    if (happens === 'all') changes.topics.push('all')
    else changes.forgetful = true
    await cache.watch.check()
    expect([await read('posts'), await read('user:1')]).toEqual(['new posts', 'new user:1'])
  }
})

test('a change is still reported by the next check after a failed one', async () => {
  const changes = new Changes()
  const { cache, read } = await filled(changes, 'posts')
  changes.topics.push('posts')
  changes.failing = true
  await expect(cache.watch.check()).rejects.toThrow('does not respond')
  changes.failing = false
  await cache.watch.check()
  expect(await read('posts')).toBe('new posts')
})

test('a change also invalidates what was made from the entry, and notifies those who refer to it', async () => {
  const changes = new Changes()
  const { cache, texts, read } = await filled(changes, 'user:1', 'post:1')
  const parts = [texts.get('user:1'), texts.get('post:1')].filter((part) => part !== undefined)
  const pages = new Collection<string>(cache)
  const page = pages.store('page', { ...made('both'), parts }, cache.version)
  const dropped = vi.fn()
  page.whenDropped(dropped)
  expect(pages.get('page')).toBe(page)
  changes.topics.push('user:1')
  await cache.watch.check()
  expect([page.isCurrent, pages.get('page')]).toEqual([false, undefined])
  expect(dropped).toHaveBeenCalledTimes(1)
  expect(await read('post:1')).toBe('old post:1')
})

test('an entry is loaded once for all concurrent requests, and again after a failure', async () => {
  const { texts } = await filled(new Changes())
  const make = vi.fn(async () => made('made', 'posts'))
  const asked = [1, 2, 3].map(async () => (await texts.load('page', make))?.value)
  expect(await Promise.all(asked)).toEqual(['made', 'made', 'made'])
  expect(make).toHaveBeenCalledTimes(1)
  const failing = async () => Promise.reject(new Error('no'))
  await expect(texts.load('other', failing)).rejects.toThrow('no')
  expect((await texts.load('other', make))?.value).toBe('made')
})

test.each([
  ['is not cached if its topic changes', 'posts', true],
  ['is not cached if a topic that only its data names changes', 'user:7', true],
  ['is cached if a topic that it does not depend on changes', 'user:8', false],
])('an entry %s while it is loaded', async (_, changed, isStale) => {
  const changes = new Changes()
  const { cache, texts, read } = await filled(changes)
  const slow = Promise.withResolvers<EntryData<string>>()
  const before = texts.load('posts', () => slow.promise)
  changes.topics.push(changed)
  await cache.watch.check()
  // Requests after the change must not be served the stale value.
  const after = read('posts')
  slow.resolve(made('in flight', 'posts', 'user:7'))
  expect((await before)?.value).toBe('in flight')
  expect(await after).toBe(isStale ? 'new posts' : 'in flight')
  expect(await read('posts')).toBe(isStale ? 'new posts' : 'in flight')
})

test('an entry is not cached if a dependency has changed since the data was read, however many changes followed', async () => {
  const changes = new Changes()
  const { cache, texts } = await filled(changes)
  const since = cache.version
  changes.topics.push('user:7', ...Array.from({ length: 100 }, (_, n) => `post:${n}`))
  await cache.watch.check()
  expect(texts.store('a', made('stale', 'user:7'), since).isCurrent).toBe(false)
  expect(texts.store('b', made('fine', 'user:8'), since).isCurrent).toBe(true)
  changes.topics.push(...Array.from({ length: 10_001 }, (_, n) => `post:${n}`))
  await cache.watch.check()
  expect(texts.store('c', made('too long ago', 'user:8'), since).isCurrent).toBe(false)
})

test('a load that finds nothing is repeated for requests after a change', async () => {
  const changes = new Changes()
  const { cache, texts, read } = await filled(changes)
  const slow = Promise.withResolvers<undefined>()
  const before = texts.load('profile', () => slow.promise)
  changes.topics.push('profile')
  await cache.watch.check()
  const after = read('profile')
  slow.resolve(undefined)
  expect([await before, await after]).toEqual([undefined, 'new profile'])
})

test('a load of many entries loads all missing ones at once, and then those that were left out', async () => {
  const { texts } = await filled(new Changes(), '1')
  const make = vi.fn(async (missing: string[]) => {
    return new Map(missing.slice(0, 1).map((key) => [key, made(`new ${key}`)]))
  })
  const load = async () => (await texts.loadMany(['1', '2', '3'], make)).map((entry) => entry?.value)
  expect(await load()).toEqual(['old 1', 'new 2', undefined])
  expect(await load()).toEqual(['old 1', 'new 2', 'new 3'])
  expect(make.mock.calls).toEqual([[['2', '3']], [['3']]])
})

const MAX_BYTES = 16 * 1024 * 1024
const MAX_RESPONSE_BYTES = MAX_BYTES / 16
const large = (bytes: number) => ({ value: 'large', bytes, topics: [] })

test('the size of the cache is limited: the least recently used entries are evicted, whenever they were added', async () => {
  const { texts, read, cache } = await filled(new Changes(), '1', '2')
  for (let n = 0; n < 15; n++) texts.store(`large ${n}`, large(MAX_RESPONSE_BYTES - 1_000), cache.version)
  expect(await read('1')).toBe('old 1')
  texts.store('last', large(MAX_RESPONSE_BYTES - 1_000), cache.version)
  expect(await read('1')).toBe('old 1')
  expect(await read('2')).toBe('new 2')
  expect(cache.bytes).toBeLessThanOrEqual(MAX_BYTES)
})

test('the cache excludes entries larger than a sixteenth of it, and what was made from them', async () => {
  const { texts, cache } = await filled(new Changes())
  const huge = texts.store('huge', large(MAX_RESPONSE_BYTES + 1), cache.version)
  const page = texts.store('page', { ...made('page'), parts: [huge] }, cache.version)
  expect([huge.isCurrent, page.isCurrent, texts.get('huge'), texts.get('page')]).toEqual([
    false,
    false,
    undefined,
    undefined,
  ])
})

test('the size of the cache includes what an entry grows by, until it is dropped', async () => {
  const { read, cache } = await filled(new Changes(), '1')
  const response: { onGrow: ((bytes: number) => void) | undefined } = { onGrow: undefined }
  const responses = new Collection<typeof response>(cache)
  responses.store('grows', made(response), cache.version)
  response.onGrow?.(MAX_BYTES - 3_000)
  expect(await read('1')).toBe('old 1')
  response.onGrow?.(3_000)
  expect(await read('1')).toBe('old 1')
  expect(response.onGrow).toBeUndefined()
  expect(cache.bytes).toBeLessThan(3_000)
})

test('an entry that was invalidated leaves no memory behind for its topics and parts', async () => {
  const changes = new Changes()
  const { texts, cache } = await filled(changes)
  const parts = Array.from({ length: 50 }, (_, n) => texts.store(`part ${n}`, made('part'), cache.version))
  const topics = Array.from({ length: 50 }, (_, n) => `post:${n}`)
  const heapAfter = async (rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      texts.store(`page ${round}`, { ...made('page', 'posts', ...topics), parts }, cache.version)
      changes.topics.push('posts')
      await cache.watch.check()
    }
    setFlagsFromString('--expose-gc')
    runInNewContext('gc')()
    return process.memoryUsage().heapUsed
  }
  const before = await heapAfter(500)
  expect((await heapAfter(3_000)) - before).toBeLessThan(4 * 1024 * 1024)
})

test('the cache does not grow by lookups that find nothing', async () => {
  const { texts } = await filled(new Changes())
  const make = vi.fn(async () => undefined)
  for (let time = 0; time < 2; time++) await texts.load('none', make)
  expect(make).toHaveBeenCalledTimes(2)
})

test('over a network, concurrent requests share a check for changes, and those that arrive during it share the next', async () => {
  const changes = new Changes()
  const { cache } = await filled(changes)
  changes.checks = 0
  const checkTen = () => Array.from({ length: 10 }, () => cache.watch.check())
  const first = checkTen()
  while (changes.checks === 0) await nextTick()
  expect(changes.checks).toBe(1)
  await Promise.all([...first, ...checkTen()])
  expect(changes.checks).toBe(2)
})

test('on an embedded database, the requests of one tick share a check for changes', async () => {
  const changes = new Changes()
  const { watch } = new ResponseCache(changes.immediate)
  await nextTick()
  watch.check()
  watch.check()
  expect(changes.checks).toBe(1)
  await nextTick()
  watch.check()
  expect(changes.checks).toBe(2)
})

test('after a write at the end of a tick, the requests of the next tick still check for changes', async () => {
  const changes = new Changes()
  const { watch } = new ResponseCache(changes.immediate)
  await nextTick()
  // Like the handler of a write, which continues when its commit resolves.
  watch.checkAfterWrite()
  changes.topics.push('posts')
  const checks = await new Promise((resolve) => {
    // I/O callbacks run before the next tick ends.
    stat('.', () => {
      watch.check()
      resolve(changes.checks)
    })
  })
  expect(checks).toBe(2)
})

test('loading many entries loads one again that another request was loading when it changed', async () => {
  const changes = new Changes()
  const { cache, texts } = await filled(changes)
  const slow = Promise.withResolvers<EntryData<string>>()
  const before = texts.load('2', () => slow.promise)
  changes.topics.push('2')
  await cache.watch.check()
  const make = vi.fn(async (missing: string[]) => new Map(missing.map((key) => [key, made(`new ${key}`)])))
  const after = texts.loadMany(['1', '2'], make)
  await nextTick()
  slow.resolve(made('in flight', '2'))
  await before
  expect((await after).map((entry) => entry?.value)).toEqual(['new 1', 'new 2'])
  expect(make.mock.calls).toEqual([[['1']], [['2']]])
})

test('lists with filters are cached separately, and only the changed ones are loaded again', async () => {
  const changes = new Changes()
  const cache = new ResponseCache(changes.remote)
  const rows = new Map([
    ['1', { id: '1', tag: 'a', text: 'one' }],
    ['2', { id: '2', tag: 'b', text: 'two' }],
    ['3', { id: '3', tag: 'a', text: 'three' }],
  ])
  const load = vi.fn(
    async (ids: string[]) => new Map(ids.flatMap((id) => (rows.has(id) ? [[id, rows.get(id) as Row]] : []))),
  )
  type Row = { id: string; tag: string; text: string }
  const keys = vi.fn(async ({ tag }: { tag: string }) => ({
    keys: [...rows.values()].filter((row) => row.tag === tag).map(({ id }) => ({ id, position: id })),
    isLast: true,
  }))
  const row = document(cache, {
    schema: Type.Object({ id: Type.String(), text: Type.String() }),
    topic: (id) => `row:${id}`,
    load,
  })
  const byTag = list(cache, {
    of: row,
    path: ({ tag }: { tag: string }) => `/rows?tag=${tag}`,
    topic: ({ tag }) => `tag:${tag}`,
    keys,
  })
  const read = async (tag: string) => {
    await cache.watch.check()
    const { value } = await byTag({ tag }, { limit: 10, before: undefined })
    return JSON.parse(String(value.rawForm(undefined, 'no-store', '')?.body))
  }

  expect([await read('a'), await read('b')]).toEqual([
    [
      { id: '1', text: 'one' },
      { id: '3', text: 'three' },
    ],
    [{ id: '2', text: 'two' }],
  ])
  rows.set('3', { id: '3', tag: 'a', text: 'changed' })
  changes.topics.push('row:3')
  expect(await read('a')).toEqual([
    { id: '1', text: 'one' },
    { id: '3', text: 'changed' },
  ])
  rows.set('4', { id: '4', tag: 'b', text: 'four' })
  changes.topics.push('tag:b')
  expect((await read('b')).map(({ id }: Row) => id)).toEqual(['2', '4'])
  await read('a')
  expect(load.mock.calls.map(([ids]) => ids)).toEqual([['3', '1'], ['2'], ['3'], ['4']])
  expect(keys.mock.calls.map(([query]) => query.tag)).toEqual(['a', 'b', 'b'])

  // A document that is listed but cannot be shown for a while is back as soon as it can.
  const hidden = rows.get('3') as Row
  load.mockImplementation(async (ids) => new Map(ids.includes('1') ? [['1', rows.get('1') as Row]] : []))
  changes.topics.push('row:3')
  expect((await read('a')).map(({ id }: Row) => id)).toEqual(['1'])
  load.mockImplementation(async () => new Map([['3', hidden]]))
  expect((await read('a')).map(({ id }: Row) => id)).toEqual(['1', '3'])
})
