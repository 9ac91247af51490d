import { stat } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Topic } from '../../server/database/changes.ts'
import { FreshCache, type Kept } from '../../server/fresh-cache.ts'

/** A database that only tells what has changed; its position is how many changes there were. */
class Changes {
  readonly topics: Topic[] = []
  looks = 0
  failing = false
  forgetful = false

  readonly since = (position: string | undefined) => {
    this.looks++
    if (this.failing) throw new Error('The database does not answer')
    const topics = position === undefined || this.forgetful ? undefined : this.topics.slice(Number(position))
    return { position: String(this.topics.length), topics }
  }
  readonly immediate = { immediate: true as const, since: this.since }
  readonly remote = {
    immediate: false as const,
    since: async (position: string | undefined) => this.since(position),
  }
}

const size = () => 1
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** A cache with one entry under each of some topics. */
async function filled(changes: Changes, ...topics: Topic[]) {
  const cache = new FreshCache(changes.remote)
  await cache.refresh()
  for (const topic of topics) await cache.get(topic, 'k', async () => `old ${topic}`, size)
  const read = async (topic: Topic) => cache.get(topic, 'k', async () => `new ${topic}`, size)
  return { cache, read }
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('what has changed', () => {
  test('is made again, and all else is kept', async () => {
    const changes = new Changes()
    const { cache, read } = await filled(changes, 'post:1', 'post:2')
    expect(await read('post:1')).toBe('old post:1')
    changes.topics.push('post:1')
    await cache.refresh()
    expect(await read('post:1')).toBe('new post:1')
    expect(await read('post:2')).toBe('old post:2')
  })

  test('is everything, where a change says so', async () => {
    const changes = new Changes()
    const { cache, read } = await filled(changes, 'posts', 'user:1')
    changes.topics.push('all')
    await cache.refresh()
    expect([await read('posts'), await read('user:1')]).toEqual(['new posts', 'new user:1'])
  })

  test('is everything, where the database cannot tell because it has forgotten', async () => {
    const changes = new Changes()
    const { cache, read } = await filled(changes, 'posts')
    changes.forgetful = true
    await cache.refresh()
    expect(await read('posts')).toBe('new posts')
  })

  test('is still told by the next look after one that failed', async () => {
    const changes = new Changes()
    const { cache, read } = await filled(changes, 'posts')
    changes.topics.push('posts')
    changes.failing = true
    await expect(cache.refresh()).rejects.toThrow('does not answer')
    changes.failing = false
    await cache.refresh()
    expect(await read('posts')).toBe('new posts')
  })
})

describe('building', () => {
  test('is done once for all who ask at once, and again after it failed', async () => {
    const { cache } = await filled(new Changes())
    const build = vi.fn(async () => 'built')
    const asked = [1, 2, 3].map(() => cache.get('posts', 'page', build, size))
    expect(await Promise.all(asked)).toEqual(['built', 'built', 'built'])
    expect(build).toHaveBeenCalledTimes(1)
    const failing = async () => Promise.reject(new Error('no'))
    await expect(cache.get('posts', 'other', failing, size)).rejects.toThrow('no')
    expect(await cache.get('posts', 'other', build, size)).toBe('built')
  })

  test('that a change overtakes serves those who asked before, and nobody after', async () => {
    const changes = new Changes()
    const { cache, read } = await filled(changes)
    const slow = Promise.withResolvers<string>()
    const before = cache.get('posts', 'k', () => slow.promise, size)
    changes.topics.push('posts')
    await cache.refresh()
    // The old build is still under way; who comes now must not join it.
    expect(await read('posts')).toBe('new posts')
    slow.resolve('overtaken')
    expect(await before).toBe('overtaken')
    expect(await read('posts')).toBe('new posts')
  })

  test('that a change overtakes is not kept either where nobody asked meanwhile', async () => {
    const changes = new Changes()
    const { cache, read } = await filled(changes)
    const slow = Promise.withResolvers<string>()
    const before = cache.get('posts', 'k', () => slow.promise, size)
    changes.topics.push('posts')
    await cache.refresh()
    slow.resolve('overtaken')
    await before
    expect(await read('posts')).toBe('new posts')
  })

  test('of many asks once for all that are missing, and again for what was not built', async () => {
    const { cache } = await filled(new Changes(), 'post:1')
    const build = vi.fn(async (missing: Topic[]) => new Map(missing.slice(0, 1).map((t) => [t, `new ${t}`])))
    const topics: Topic[] = ['post:1', 'post:2', 'post:3']
    expect(await cache.getMany(topics, 'k', build, size)).toEqual(['old post:1', 'new post:2', undefined])
    expect(await cache.getMany(topics, 'k', build, size)).toEqual(['old post:1', 'new post:2', 'new post:3'])
    expect(build.mock.calls).toEqual([[['post:2', 'post:3']], [['post:3']]])
  })
})

describe('what depends on several topics', () => {
  test('is kept until one of them changes, and tells whoever holds it', async () => {
    const changes = new Changes()
    const { cache } = await filled(changes)
    for (const changed of ['posts', 'post:2'] as const) {
      const page = { kept: false }
      cache.keep(['posts', 'post:1', 'post:2'], 'page', page, 1)
      changes.topics.push('post:3')
      await cache.refresh()
      expect(cache.peek('posts', 'page')).toBe(page)
      expect(page.kept).toBe(true)
      changes.topics.push(changed)
      await cache.refresh()
      expect(page.kept).toBe(false)
      for (const topic of ['posts', 'post:1', 'post:2'] as const)
        expect(cache.peek(topic, 'page')).toBeUndefined()
    }
  })
})

describe('the memory', () => {
  const MOST = 16 * 1024 * 1024
  const LARGEST = MOST / 16

  test('is bounded: the oldest entries go when it is full', async () => {
    const { read, cache } = await filled(new Changes(), 'post:1', 'post:2')
    for (let n = 0; n < 15; n++) cache.keep([`post:large-${n}`], 'k', 'large', LARGEST - 1_000)
    expect(await read('post:1')).toBe('old post:1')
    cache.keep(['post:last'], 'k', 'last', LARGEST - 2_500)
    expect(await read('post:2')).toBe('old post:2')
    expect(await read('post:1')).toBe('new post:1')
  })

  test('takes nothing that is larger than its sixteenth', async () => {
    const { read, cache } = await filled(new Changes(), 'post:1')
    cache.keep(['post:1'], 'k', 'huge', LARGEST + 1)
    // What was there before is not true any more.
    expect(await read('post:1')).toBe('new post:1')
  })

  test('counts what an entry grows by, and lets go of it with its entry', async () => {
    const { read, cache } = await filled(new Changes(), 'post:1')
    const released = vi.fn()
    const answer: Kept = { kept: false, released }
    cache.keep(['post:2'], 'k', answer, 1)
    answer.grown?.(MOST - 3_000)
    expect(await read('post:1')).toBe('old post:1')
    answer.grown?.(3_000)
    expect(await read('post:1')).toBe('new post:1')
    expect(released).toHaveBeenCalledTimes(1)
    expect([answer.kept, answer.grown]).toEqual([false, undefined])
  })

  test('is given back by all topics of an entry when one of them changes', async () => {
    const changes = new Changes()
    const { cache } = await filled(changes)
    const topics = Array.from({ length: 100 }, (_, n): Topic => `post:${n}`)
    const heapAfter = async (rounds: number) => {
      for (let round = 0; round < rounds; round++) {
        cache.keep(['posts', ...topics], `page ${round}`, 'x', 1)
        changes.topics.push('posts')
        await cache.refresh()
      }
      setFlagsFromString('--expose-gc')
      runInNewContext('gc')()
      return process.memoryUsage().heapUsed
    }
    const before = await heapAfter(500)
    expect((await heapAfter(3_000)) - before).toBeLessThan(4 * 1024 * 1024)
  })

  test('keeps no trace of what does not exist', async () => {
    const { cache } = await filled(new Changes())
    const build = vi.fn(async () => undefined)
    for (let time = 0; time < 2; time++) await cache.get('post:none', 'k', build, size)
    expect(build).toHaveBeenCalledTimes(2)
  })
})

describe('looking for changes', () => {
  test('over a network, all who come at once share a look, and all who come during it the next', async () => {
    const changes = new Changes()
    const { cache } = await filled(changes)
    changes.looks = 0
    const refreshTen = () => Array.from({ length: 10 }, () => cache.refresh())
    const first = refreshTen()
    await nextTurn()
    expect(changes.looks).toBe(1)
    await Promise.all([...first, ...refreshTen()])
    expect(changes.looks).toBe(2)
  })

  test('at hand, the requests of one turn share a look, and the next turn has its own', async () => {
    const changes = new Changes()
    const cache = new FreshCache(changes.immediate)
    await nextTurn()
    cache.refresh()
    cache.refresh()
    expect(changes.looks).toBe(1)
    await nextTurn()
    cache.refresh()
    expect(changes.looks).toBe(2)
  })

  test('after a write at the end of a turn, the requests of the next turn still look', async () => {
    const changes = new Changes()
    const cache = new FreshCache(changes.immediate)
    await nextTurn()
    // Now as in the handler of a write, which goes on when its commit is told.
    cache.refreshAfterWrite()
    changes.topics.push('posts')
    const looks = await new Promise((resolve) => {
      // Files and sockets are served before the next turn's end.
      stat('.', () => {
        cache.refresh()
        resolve(changes.looks)
      })
    })
    expect(looks).toBe(2)
  })
})
