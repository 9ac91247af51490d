import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isUnavailable } from '../../server/database/faults.ts'
import type { Refusal } from '../../server/http/refusals.ts'
import { SearchThread } from '../../server/search/thread/search-thread.ts'
import { Turns } from '../../server/search/thread/turns.ts'

/** Searches that end when they are told to. */
class Searched {
  readonly turns = new Turns()
  readonly started: string[] = []
  readonly #ends: (() => void)[] = []

  search(key: string, name = key, isGone = () => false): Promise<string> {
    const run = async () => {
      this.started.push(name)
      await new Promise<void>((resolve) => void this.#ends.push(resolve))
      return name
    }
    return this.turns.run({ key, isGone }, run)
  }

  async endFirst(): Promise<void> {
    this.#ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test('people take turns, each with three searches at a time', async () => {
  const searched = new Searched()
  for (let n = 1; n <= 5; n++) void searched.search('ada', `ada ${n}`)
  void searched.search('kofi')
  expect(searched.started).toEqual(['ada 1', 'ada 2', 'ada 3', 'kofi'])
  for (let n = 1; n <= 5; n++) void searched.search(`person ${n}`)
  expect(searched.started).toHaveLength(8)
  await searched.endFirst()
  await searched.endFirst()
  expect(searched.started.slice(8)).toEqual(['ada 4', 'person 5'])
})

test('a search whose client has gone is not run', async () => {
  const searched = new Searched()
  let isGone = false
  for (let n = 1; n <= 3; n++) void searched.search('ada', `ada ${n}`)
  const gone = searched.search('ada', 'gone', () => isGone)
  void searched.search('ada', 'ada 4')
  isGone = true
  await Promise.all([searched.endFirst(), expect(gone).rejects.toThrow()])
  expect(searched.started).toEqual(['ada 1', 'ada 2', 'ada 3', 'ada 4'])
})

test('when too many searches wait, those of clients that have gone make room, then whoever has the most', async () => {
  const searched = new Searched()
  const refused: string[] = []
  let areGone = false
  const search = (key: string, name = key) =>
    searched
      .search(key, name, () => areGone && ['mallory 50', 'mallory 60'].includes(name))
      .catch((error: Refusal) => void refused.push(`${name}: ${error.status}`))
  for (let n = 1; n <= 103; n++) void search('mallory', `mallory ${n}`)
  areGone = true
  for (const name of ['mallory a', 'mallory b', 'mallory c']) void search('mallory', name)
  // There is a free place in the thread for five of them.
  for (let n = 1; n <= 6; n++) void search(`person ${n}`)
  await new Promise((resolve) => setImmediate(resolve))
  expect(refused).toEqual(
    ['mallory 50', 'mallory 60', 'mallory c', 'mallory b'].map((name) => `${name}: 503`),
  )
  expect(searched.started).toHaveLength(8)
})

test('a file that cannot be opened makes searches unavailable', async () => {
  const thread = new SearchThread(join(import.meta.dirname, 'missing.db'))
  const failure = thread.run('countPeople', [{ q: 'a', skill: [], status: null, location: null }])
  await expect(failure).rejects.toSatisfy(isUnavailable)
  await thread.end()
})
