import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Queryable } from '../../../server/database/database.ts'
import {
  indexBatch,
  indexChanges,
  restartIndex,
  WITHOUT_PAUSE,
} from '../../../server/features/search/indexer.ts'
import { tokenize, tokenizeQuery } from '../../../server/features/search/tokenizer.ts'
import { queueDocument } from '../../../server/features/search-queue.ts'
import { type Person, startApp, type TestApp } from '../../app.ts'

// Every engine must find what a comparison of all words finds, so all engines find the same.

const SENTENCES = [
  'The borrow checker rejects this closure; use-after-free is impossible in safe Rust',
  'How does node.js load node:sqlite without c++ bindings? #node.js',
  'In C# and .NET the async keyword is contagious, as in snake_case languages',
  'Die Größe der Straße ändert sich nach jedem Übergang',
  'Une requête élémentaire où l’été finit à l’heure, naïvement',
  'La función más rápida del año también falló',
  'Η ταχύτητα της αναζήτησης είναι ο ΣΚΟΠΟΣ',
  'Ёлка и поиск слов на русском языке работают быстро',
  '日本語の検索は二文字ずつ切り出す',
  '東京都でカタカナとひらがなを混ぜるテスト',
  '我们用两个字来搜索中文的文本',
  '한국어 음절과 두 글자로 찾는다',
  'البحث في النص العربي سهل',
  'חיפוש בעברית עובד היטב',
  'हिन्दी में खोज अच्छी है',
  'Zażółć gęślą jaźń, mówi Łukasz; smørrebrød på øen',
  'The letters ﷺ and ͺ become several words or none when they are folded',
  'mail ada@example.org or read https://example.org/docs/search?page=2#top',
  '`select * from "order" where x = \'y\'` -- NEAR(a, b) AND NOT c:*',
]

const AT_ONCE = 10

let app: TestApp
let reader: Person
const corpus = new Map<string, string[]>()

beforeAll(async () => {
  app = await startApp()
  reader = await app.signUp()
  const random = randomNumbers(7)
  for (let n = 0; n < 60; n++) {
    const text = [random(), random(), random()].map((value) => pick(SENTENCES, value)).join('\n')
    const words = [...tokenize(`${text} ${n}`)].map(({ word }) => word)
    corpus.set(await reader.write(`${text} ${n}`), words)
  }
  await indexChanges(app.db, WITHOUT_PAUSE)
})
afterAll(() => app.stop())

/** Returns the same numbers from 0 to 1 in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

const pick = <T>(list: readonly T[], value: number) => list[Math.floor(value * list.length)] as T

function expected(query: string): string[] {
  const terms = tokenizeQuery(query)
  const hasTerm = (words: string[], { word, isPrefix }: (typeof terms)[number]) =>
    words.some((each) => (isPrefix ? each.startsWith(word) : each === word))
  const matchingIds = [...corpus].filter(
    ([, words]) => terms.length > 0 && terms.every((term) => hasTerm(words, term)),
  )
  return matchingIds
    .map(([id]) => id)
    .sort()
    .reverse()
}

async function search(query: string): Promise<string[]> {
  const path = `/api/search?${new URLSearchParams({ q: query, limit: '100' })}`
  const { body } = await reader.get(path)
  return body.map(({ post }: { post: { _id: string } }) => post._id)
}

const QUERIES = makeQueries()

function makeQueries(): string[] {
  const random = randomNumbers(11)
  const words = SENTENCES.flatMap((sentence) => sentence.split(/\s+/))
  return Array.from({ length: 500 }, () => {
    const word = pick(words, random())
    const prefix =
      random() < 0.4 ? [...word].slice(0, 1 + Math.floor(random() * [...word].length)).join('') : word
    return random() < 0.4 ? `${prefix} ${pick(words, random())}` : prefix
  })
}

async function expectSame(queries: string[]): Promise<number> {
  const wrong: unknown[] = []
  let hits = 0
  for (let start = 0; start < queries.length; start += AT_ONCE) {
    const batch = queries.slice(start, start + AT_ONCE)
    const results = await Promise.all(batch.map(search))
    for (const [index, query] of batch.entries()) {
      const ours = results[index] ?? []
      const theirs = expected(query)
      hits += theirs.length
      if (ours.join() !== theirs.join()) wrong.push({ query, ours: ours.length, theirs: theirs.length })
    }
  }
  expect(wrong).toEqual([])
  return hits
}

test(`${QUERIES.length} queries find the same as a comparison of all words, and again after everything is indexed anew`, async () => {
  expect(await expectSame(QUERIES)).toBeGreaterThan(2 * QUERIES.length)
  await app.db.transaction(restartIndex)
  await indexChanges(app.db, WITHOUT_PAUSE)
  await expectSame(QUERIES.slice(0, 100))
})

test('what is deleted or edited is found as it is now, also while everything is indexed again', async () => {
  const [deleted = ''] = corpus.keys()
  await reader.delete(`/api/posts/${deleted}`)
  corpus.delete(deleted)
  await expectSame(QUERIES.slice(0, 50))
  const [edited = ''] = corpus.keys()
  const text = 'The borrow checker is fast, 検索 and поиск too'
  await reader.put(`/api/posts/${edited}`, { text })
  corpus.set(
    edited,
    [...tokenize(text)].map(({ word }) => word),
  )
  await expect.poll(() => search('fast')).toEqual([edited])
  await expectSame(QUERIES.slice(0, 50))

  await app.db.transaction(async (trx) => {
    await indexNewest(trx, 5)
    // Older queued rows wait for their turn.
    await queueDocument(trx, edited, edited)
    await indexBatch(trx, 5)
    expect(await isInIndex(trx, edited)).toBe(false)
  })
  await indexChanges(app.db, WITHOUT_PAUSE)
  await expectSame(QUERIES.slice(0, 50))
})

test('the newest are indexed first when everything is indexed again', async () => {
  const id = await reader.write('A quokka, just now')
  await app.db.transaction(async (trx) => {
    await indexNewest(trx, 1)
    expect(await isInIndex(trx, id)).toBe(true)
  })
  expect(await search('quokka')).toEqual([id])
  await indexChanges(app.db, WITHOUT_PAUSE)
  expect(await search('quokka')).toEqual([id])
})

async function indexNewest(trx: Queryable, rows: number): Promise<void> {
  await trx.deleteFrom('search_queue').execute()
  await trx.deleteFrom('search_people_queue').execute()
  await restartIndex(trx)
  await indexBatch(trx, rows)
  await indexBatch(trx, rows)
}

async function isInIndex(trx: Queryable, postId: string): Promise<boolean> {
  const rows = trx.selectFrom('search_documents').select('number').where('post_id', '=', postId)
  return (await rows.execute()).length > 0
}
