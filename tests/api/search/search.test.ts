import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { holdLock } from '../../../server/database/named-lock.ts'
import { openSession } from '../../../server/features/accounts/sessions.ts'
import { TIMEOUTS } from '../../../server/features/search/timeouts.ts'
import { queueDocument } from '../../../server/features/search-queue.ts'
import { newId } from '../../../server/ids.ts'
import {
  distributed,
  engine,
  insertCrowd,
  nextOf,
  PASSWORD,
  Person,
  startApp,
  type TestApp,
} from '../../app.ts'

let app: TestApp
let secondApp: TestApp
let ada: Person
let kofi: Person
beforeAll(async () => {
  app = await startApp()
  secondApp = await app.another()
  ada = await app.signUp('Ada Byrne')
  kofi = await app.signUp('Kofi Mensah')
})
afterAll(async () => {
  await secondApp.stop()
  await app.stop()
})

type Hit = { post: { _id: string }; comment: { _id: string } | null; excerpt: string }

const path = (q: string, filters: Record<string, string> = {}) =>
  `/api/search?${new URLSearchParams({ q, ...filters })}`

async function search(q: string, filters: Record<string, string> = {}, reader = kofi): Promise<Hit[]> {
  const { status, body } = await secondApp.call('GET', path(q, filters), { token: reader.token })
  expect(status).toBe(200)
  return body
}

const findIds = async (q: string, filters?: Record<string, string>, reader?: Person) =>
  (await search(q, filters, reader)).map(({ post, comment }) => comment?._id ?? post._id)

async function pagesOf(q: string, filters: Record<string, string>): Promise<string[][]> {
  const pages: string[][] = []
  for (let next: string | undefined = path(q, filters); next; ) {
    const { body, headers } = await secondApp.call('GET', next, { token: kofi.token })
    pages.push(body.map(({ post, comment }: Hit) => comment?._id ?? post._id))
    next = nextOf({ headers })
  }
  return pages
}

const write = async (text: string, more = {}) =>
  (await ada.post('/api/posts', { text, ...more })).body._id as string

test('texts in ten languages are found by the words that people type, at once and on every process', async () => {
  const ids: Record<string, string> = {}
  const texts = {
    cpp: 'Moving from C to C++ and C#, with a bit of .NET on the side',
    node: 'Node.js ships node:sqlite; see https://nodejs.example/api/sqlite.html#top',
    bug: 'A use-after-free in parse_header_line, mail ada@example.org',
    german: 'Die Straße ist gesperrt, Größe egal',
    french: 'Un café crème à Orléans, s’il vous plaît',
    greek: 'Ο ΟΔΥΣΣΕΥΣ ταξίδεψε πολύ',
    russian: 'Ёжик пишет код на Расте',
    japanese: '東京で日本語の検索を実装する',
    chinese: '我们在北京写代码',
    korean: '한국어 검색을 만들었다',
    hebrew: 'שלום עולם',
    hindi: 'नमस्ते दुनिया',
    // Folding accents leaves nothing of the first word; the tokenizer needed 0.1 s for the second.
    hostile: `\u0301 zwischen n${'-'.repeat(9_900)}o`,
    address: `https://www.deno.example/${'long/'.repeat(20)}end`,
    kana: `ｻｰﾊﾞｰ ${'バグ'.normalize('NFD')}`,
    unseen: 'Donau\u00addampfschiff می\u200cخواهم ශ්\u200dරී 葛\u{e0100}飾区 ⚠\ufe0fAchtung Ｇ＋＋',
    code: 'Why?\n```sql\nselect "order" from events -- NEAR(a b)\n```',
  }
  for (const [name, text] of Object.entries(texts)) ids[name] = await write(text)
  const expected: [string, ...(keyof typeof texts)[]][] = [
    ['c++', 'cpp'],
    ['C#', 'cpp'],
    ['.net', 'cpp'],
    ['c', 'cpp'],
    ['node.js', 'node'],
    ['node:sqlite', 'node'],
    ['sqlite', 'node'],
    ['nodejs.example/api', 'node'],
    ['use-after-free', 'bug'],
    ['parse_header_line', 'bug'],
    ['header', 'bug'],
    ['ada@example.org', 'bug'],
    ['example.org', 'bug'],
    ['STRASSE', 'german'],
    ['grosse', 'german'],
    ['cafe orleans', 'french'],
    ['CRÈME', 'french'],
    ['οδυσσευς', 'greek'],
    ['οδυσσεύ', 'greek'],
    ['ежик', 'russian'],
    ['日本語', 'japanese'],
    ['検索', 'japanese'],
    ['北京', 'chinese'],
    ['码', 'chinese'],
    ['한국어', 'korean'],
    ['검', 'korean'],
    ['עולם', 'hebrew'],
    ['दुनिया', 'hindi'],
    ['\u0301'],
    [`n${'-'.repeat(9_900)}o`, 'hostile'],
    ['\0zwischen\0', 'hostile'],
    ['HTTPS://deno.example', 'address'],
    [`www.deno.example/${'long/'.repeat(20)}end`, 'address'],
    ['after-fr', 'bug'],
    ['サーバー', 'kana'],
    ['ﾊﾞ', 'kana'],
    ['donaudampf', 'unseen'],
    ['dampfschiff', 'unseen'],
    ['donau\u2060dampfschiff', 'unseen'],
    ['میخواهم', 'unseen'],
    ['خواهم', 'unseen'],
    ['ශ්රී', 'unseen'],
    ['葛飾', 'unseen'],
    ['achtung', 'unseen'],
    ['g++', 'unseen'],
    ['NEAR', 'code'],
    ['"order"', 'code'],
    ['-sel', 'code'],
    ['ord* OR nothing'],
    ['order:*', 'code'],
    ['x'],
    ['"'],
    ["';--"],
    ['(((*'],
    ['\u{e104}'],
    ['use after never'],
    ['never '.repeat(2_000)],
  ]
  for (const [q, ...names] of expected) {
    await expect.poll(async () => [q, await findIds(q)]).toEqual([q, names.map((name) => ids[name])])
  }
})

test('a search goes through all pages, newest first, and says where the words are', async () => {
  const posts: string[] = []
  for (let n = 0; n < 7; n++) posts.unshift(await write(`Paging <b>number</b> ${n} about zymurgy & more`))
  const { body } = await ada.post(`/api/posts/comment/${posts[3]}`, { text: 'Zymurgical, I suppose' })
  const expected = [body[0]._id, ...posts]
  await expect.poll(() => findIds('zymurg')).toEqual(expected)
  await expect.poll(async () => (await pagesOf('zymurg', { limit: '3' })).flat()).toEqual(expected)
  const [comment, first] = await search('zymurg number')
  expect(comment?.comment).toBeNull()
  expect(first?.excerpt).toBe(
    'Paging &lt;b&gt;<mark>number</mark>&lt;/b&gt; 5 about <mark>zymurgy</mark> &amp; more',
  )
  await expect
    .poll(async () => (await search('zymurgical'))[0])
    .toMatchObject({
      post: { _id: posts[3], text: expect.stringContaining('zymurgy') },
      comment: { _id: body[0]._id, text: 'Zymurgical, I suppose' },
      excerpt: '<mark>Zymurgical</mark>, I suppose',
    })
  await write('Use `select zymurgic` & <b>\n\n```sql\nselect 1 < zymurgic\n```\n\nor not')
  await expect
    .poll(async () => (await search('zymurgic'))[0]?.excerpt)
    .toBe(
      'Use <code>select <mark>zymurgic</mark></code> &amp; &lt;b&gt; <code>select 1 &lt; <mark>zymurgic</mark></code> or not',
    )
  await kofi.put(`/api/posts/like/${posts[6]}`)
  const longer = await write('Several zymurgys')
  await expect.poll(async () => (await findIds('zymurgy'))[0]).toBe(longer)
  await expect
    .poll(() => findIds('zymurgy', { sort: 'best' }))
    .toEqual([posts[6], ...posts.slice(0, 6), longer])
})

test('words in many posts are found together only where both are', async () => {
  const [, , both] = [await write('A gibbon'), await write('A macaw'), await write('Gibbon and macaw')]
  for (const q of ['gibbon macaw', 'gibb maca', 'gi macaw', 'gi ma an']) {
    await expect.poll(() => findIds(q)).toEqual([both])
  }
  expect(await findIds('gi ma', { sort: 'best' })).toEqual([both])
  expect(await findIds('gi macawx')).toEqual([])
})

test('the best are paged to the end, even if the last of a page is deleted in the meantime', async () => {
  const posts: string[] = []
  for (let n = 0; n < 6; n++) posts.unshift(await write('A shoebill'))
  await kofi.put(`/api/posts/like/${posts[4]}`)
  const expected = [posts[4], ...posts.filter((_, n) => n !== 4)]
  await expect.poll(() => findIds('shoebill')).toHaveLength(6)
  const seenIds: string[] = []
  for (let next: string | undefined = path('shoebill', { sort: 'best', limit: '2' }); next; ) {
    const { body, headers } = await secondApp.call('GET', next, { token: kofi.token })
    seenIds.push(...body.map(({ post }: Hit) => post._id))
    await ada.delete(`/api/posts/${seenIds.at(-1)}`)
    next = nextOf({ headers })
  }
  expect(seenIds).toEqual(expected)
})

test('the largest posts fill several pages, and none is lost', async () => {
  const posts: string[] = []
  for (let n = 0; n < 20; n++) posts.unshift(await write(`Voluminous ${'語'.repeat(9_980)}`))
  for (const sort of ['newest', 'best']) {
    await expect.poll(async () => (await pagesOf('voluminous', { sort, limit: '100' })).flat()).toEqual(posts)
    const pages = await pagesOf('voluminous', { sort, limit: '100' })
    expect(pages.length).toBeGreaterThan(1)
  }
})

test('an excerpt is of the rendered text, and of the source only where the words are not visible', async () => {
  await write(
    '## A **dugong** in `snake_case`\n\n- _the_ [bay](https://example.org/mudflats) of @nobody #c++\n\n' +
      '| a < b | c |\n|-|-|\n| 2 * 3 | d |\n\n```rust\nlet dugong = **p;\n```',
  )
  await expect
    .poll(async () => (await search('dugong'))[0]?.excerpt)
    .toBe(
      'A <mark>dugong</mark> in <code>snake_case</code> the bay of @nobody #c++ a &lt; b c 2 * 3 d <code>let <mark>dugong</mark> = **p;</code>',
    )
  await expect
    .poll(async () => (await search('bay snake_ca'))[0]?.excerpt)
    .toMatch(/^A dugong in <code><mark>snake_case<\/mark><\/code> the <mark>bay<\/mark> of/)
  await expect
    .poll(async () => (await search('mudflat'))[0]?.excerpt)
    .toContain('[bay](https://example.org/<mark>mudflats</mark>)')
  await write('Why?\n```ts\ntype Narwhal = \'a\' | "b"\n```')
  await expect
    .poll(async () => (await search('narwhal'))[0]?.excerpt)
    .toBe("Why? <code>type <mark>Narwhal</mark> = 'a' | &quot;b&quot;</code>")
  await write(`${'Before '.repeat(20)}the walrus`)
  await expect
    .poll(async () => (await search('walrus'))[0]?.excerpt)
    .toBe(`${'Before '.repeat(20)}the <mark>walrus</mark>`)
  await write(`A pangolin${'g'.repeat(300)}`)
  await expect
    .poll(async () => (await search('pangolin'))[0]?.excerpt)
    .toBe(`A <mark>pangolin${'g'.repeat(230)}</mark> …`)
})

test('a search right after many long texts were written at once finds all of them', async () => {
  const text = `Hoatzin ${'croaks '.repeat(800)}`
  await Promise.all(Array.from({ length: 45 }, () => write(text)))
  await expect.poll(() => findIds('hoatzin', { limit: '100' })).toHaveLength(45)
})

test('a search does not wait until everything that was written is indexed', async () => {
  const id = await write('A potoo')
  await expect.poll(() => findIds('potoo')).toEqual([id])
  let waits = false
  while (!waits) {
    await app.db.transaction((trx) => queueDocument(trx, id, id))
    await app.db.transaction(async (trx) => {
      // Nothing is indexed until this transaction ends.
      await holdLock(trx, 'search')
      waits = (await trx.selectFrom('search_queue').select('id').execute()).length > 0
      if (waits) expect(await findIds('potoo')).toEqual([id])
    })
  }
})

test.runIf(engine === 'postgres' && !distributed)(
  'an edit that commits while its text is indexed is found',
  async () => {
    const id = await write('A numbat')
    await expect.poll(() => findIds('numbat')).toEqual([id])
    await app.db.transaction(async (trx) => {
      await app.db.transaction(async (blocking) => {
        // Nothing is indexed until this transaction ends.
        await holdLock(blocking, 'search')
        await app.db.transaction((earlier) => queueDocument(earlier, id, id))
        await trx.updateTable('posts').set({ text: 'A bilby' }).where('id', '=', id).execute()
        await queueDocument(trx, id, id)
      })
      const isIndexedOrWaiting = async () => {
        const queued = await app.db.kysely.selectFrom('search_queue').select('id').execute()
        const { rows: waiting } = await sql`
        select from pg_locks where locktype = 'transactionid' and not granted`.execute(app.db.kysely)
        return queued.length === 0 || waiting.length > 0
      }
      await expect.poll(isIndexedOrWaiting).toBe(true)
    })
    await expect.poll(() => findIds('bilby'), { timeout: 10_000 }).toEqual([id])
    expect(await findIds('numbat')).toEqual([])
  },
)

function limitTime(): () => void {
  const { partition } = TIMEOUTS
  const end = () => void Object.assign(TIMEOUTS, { partition })
  onTestFinished(end)
  TIMEOUTS.partition = 300
  return end
}

test.runIf(engine === 'postgres')(
  'a search that takes too long ends with an error that says so',
  async () => {
    await write('A solenodon')
    const endTimeLimit = limitTime()
    await app.db.transaction(async (trx) => {
      // Searches wait for the end of this transaction.
      await sql`lock table search_documents`.execute(trx)
      const { status, body } = await secondApp.call('GET', path('solenodon'), { token: kofi.token })
      expect([status, body]).toEqual([503, { errors: [{ msg: 'Search took too long' }] }])
    })
    endTimeLimit()
    await expect.poll(() => findIds('solenodon')).toHaveLength(1)
  },
)

test.runIf(engine === 'postgres' && !distributed)(
  'searches leave connections to other requests',
  async () => {
    const tokens = await app.db.transaction(async (trx) => {
      const ids = Array.from({ length: 20 }, newId)
      await insertCrowd(trx, ids)
      return Promise.all(ids.map((id) => openSession(trx, id, 'a test')))
    })
    limitTime()
    await app.db.transaction(async (trx) => {
      // Until this transaction ends, nothing is indexed and searches end only by their time limit.
      await holdLock(trx, 'search')
      await sql`lock table search_documents`.execute(trx)
      let remainingSearches = tokens.length
      const searches = tokens.map(async (token) => {
        const { status } = await secondApp.call('GET', path('aardvark'), { token })
        remainingSearches--
        return status
      })
      let most = 0
      while (remainingSearches > 0) {
        const { rows } = await sql`select from pg_locks
        where relation = 'search_documents'::regclass and not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(trx)
        most = Math.max(most, rows.length)
      }
      expect(new Set(await Promise.all(searches))).toEqual(new Set([503]))
      expect(most).toBeGreaterThan(0)
      expect(most).toBeLessThanOrEqual(5)
    })
  },
)

test.runIf(engine === 'sqlite')(
  'searches and suggested answerers leave the main thread to other requests',
  async () => {
    const id = await write('How does one feed a fossa? #fossas', { question: true })
    const keeper = await app.signUp('Fossa Keeper')
    await keeper.post('/api/profile', { status: 'Other', skills: 'Fossas' })
    await expect.poll(() => findIds('fossa')).toEqual([id])
    const prepared = vi.spyOn(DatabaseSync.prototype, 'prepare')
    onTestFinished(() => prepared.mockRestore())
    const third = await app.another()
    onTestFinished(() => third.stop())
    const { body } = await third.call('GET', path('fossa', { sort: 'best' }), { token: kofi.token })
    expect(body).toHaveLength(1)
    const answerers = () => third.call('GET', `/api/posts/${id}/helpers`, { token: kofi.token })
    await expect.poll(async () => (await answerers()).body).toMatchObject([{ name: 'Fossa Keeper' }])
    const statements = prepared.mock.calls.map(([statement]) => statement)
    expect(statements).not.toEqual([])
    expect(statements.filter((statement) => / match /.test(statement))).toEqual([])
  },
)

test('many prefixes, each of many words, find what has all of them', async () => {
  const prefixes = ['aq', 'bq', 'cq', 'dq', 'eq', 'fq', 'gq', 'hq']
  const ids: string[] = []
  for (let n = 0; n < 20; n++) {
    const words = prefixes.map((prefix) => `${prefix}${String.fromCharCode(97 + n)}`)
    ids.unshift(await write(words.join(' ')))
    if (n % 5 === 0) await write(words.slice(1).join(' '))
    if (n % 5 === 1) await write(words.slice(0, -1).join(' '))
  }
  await ada.delete(`/api/posts/${ids.splice(3, 1)}`)
  for (const sort of ['newest', 'best']) {
    await expect
      .poll(async () => (await pagesOf(prefixes.join(' '), { sort, limit: '7' })).flat())
      .toEqual(ids)
  }
})

test('posts are filtered by tag, author, question and solved', async () => {
  const questionId = await write('Quokka trouble #marsupials', { question: true })
  const news = await write('Quokka news #marsupials #news')
  const { body } = await kofi.post(`/api/posts/comment/${questionId}`, { text: 'The quokka is fine' })
  const answer = body[0]._id
  await expect.poll(() => findIds('quokka')).toEqual([answer, news, questionId])
  await expect.poll(() => findIds('quokka', { tag: '#Marsupials' })).toEqual([answer, news, questionId])
  await expect.poll(() => findIds('quokka', { tag: 'news' })).toEqual([news])
  await expect.poll(() => findIds('quokka', { author: kofi.id })).toEqual([answer])
  await expect.poll(() => findIds('quokka', { author: 'nobody' })).toEqual([])
  await expect.poll(() => findIds('quokka', { question: 'true' })).toEqual([answer, questionId])
  await expect.poll(() => findIds('quokka', { question: 'false' })).toEqual([news])
  await expect.poll(() => findIds('quokka', { solved: 'false' })).toEqual([answer, questionId])
  await ada.put(`/api/posts/comment/${questionId}/${answer}/accepted`)
  await expect.poll(() => findIds('quokka', { solved: 'true' })).toEqual([answer, questionId])
  await expect.poll(() => findIds('quokka', { solved: 'false' })).toEqual([])
  // The comment is found by the current tags of its post.
  await ada.put(`/api/posts/${questionId}`, { text: 'Quokka trouble #wombats' })
  await expect.poll(() => findIds('quokka', { tag: 'wombats' })).toEqual([answer, questionId])
  await expect.poll(() => findIds('quokka', { tag: 'marsupials' })).toEqual([news])
  for (const wrong of [path(' '), path(''), '/api/search', path('x', { in: 'space' })]) {
    expect([wrong, (await kofi.get(wrong)).status]).toEqual([wrong, 400])
  }
  expect((await app.call('GET', path('quokka'))).status).toBe(401)
})

test('authors whose ids end alike are distinguished', async () => {
  const id = `${crypto.randomUUID().slice(0, -6)}${ada.id.slice(-6)}`
  const twin = await app.db.transaction(async (trx) => {
    await insertCrowd(trx, [id])
    return new Person(app, await openSession(trx, id, 'a test'), id, 'One of many', id)
  })
  const ownQuestion = await write('A kakapo #parrots', { question: true })
  const { body } = await twin.post(`/api/posts/comment/${ownQuestion}`, { text: 'No kakapo at all' })
  for (const sort of ['newest', 'best']) {
    await expect.poll(() => findIds('kakapo', { sort, author: ada.id })).toEqual([ownQuestion])
    await expect.poll(() => findIds('kakapo', { sort, author: id, tag: 'parrots' })).toEqual([body[0]._id])
  }
  const counts = `/api/search/counts?q=kakapo&author=${id}`
  expect((await kofi.get(counts)).body).toMatchObject({ count: 1, tags: [{ tag: 'parrots', count: 1 }] })
})

test('what is edited, deleted, removed, suspended or blocked is found no more, and comes back', async () => {
  const mei = await app.signUp('Mei Lin')
  const moderator = await app.signUpAs('moderator')
  const { body: post } = await mei.post('/api/posts', { text: 'A platypus appears' })
  const { body } = await mei.post(`/api/posts/comment/${post._id}`, { text: 'Platypus again' })
  const bothIds = [body[0]._id, post._id]
  await expect.poll(() => findIds('platypus')).toEqual(bothIds)
  await mei.put(`/api/posts/comment/${post._id}/${body[0]._id}`, { text: 'Echidna again' })
  await expect.poll(() => findIds('platypus')).toEqual([post._id])
  await expect.poll(() => findIds('echidna')).toEqual([body[0]._id])
  const { body: removal } = await moderator.post('/api/admin/removals', {
    post: post._id,
    reason: 'Off topic',
  })
  expect([...(await findIds('platypus')), ...(await findIds('echidna'))]).toEqual([])
  await moderator.delete(`/api/admin/removals/${removal._id}`)
  await expect.poll(() => findIds('platypus')).toEqual([post._id])
  await moderator.put(`/api/admin/suspensions/${mei.id}`, { reason: 'Rude' })
  await expect.poll(() => findIds('platypus')).toEqual([])
  await moderator.delete(`/api/admin/suspensions/${mei.id}`)
  await expect.poll(() => findIds('echidna')).toEqual([body[0]._id])
  await kofi.put(`/api/blocks/${mei.id}`)
  const { body: comments } = await ada.post(`/api/posts/comment/${post._id}`, { text: 'Platypus indeed' })
  await expect.poll(() => findIds('platypus')).toEqual([])
  await expect.poll(() => findIds('platypus', {}, ada)).toEqual([comments[0]._id, post._id])
  await kofi.delete(`/api/blocks/${mei.id}`)
  const { token } = (await app.call('POST', '/api/auth', { body: { email: mei.email, password: PASSWORD } }))
    .body
  await app.call('DELETE', `/api/posts/${post._id}`, { token })
  expect([...(await findIds('platypus')), ...(await findIds('echidna'))]).toEqual([])
  await app.finishDeletions()
  const indexed = app.db.kysely
    .selectFrom('search_documents')
    .select('number')
    .where('post_id', '=', post._id)
  expect(await indexed.execute()).toEqual([])
})

test('people are found by words and filtered by skills, status and location, as they are now', async () => {
  const people = await Promise.all(
    [
      [
        'Grace Okafor',
        { skills: 'Rust, C++, SQL', location: 'Berlin, Germany', bio: 'I like **ferris** wheels' },
      ],
      ['Jonas Weiß', { skills: 'rust, Go', location: 'Zürich', company: 'Ferris & Sons' }],
      ['Rosa Berlin', { skills: 'Python', location: 'Lagos', status: 'Manager' }],
    ].map(async ([name, fields]) => {
      const person = await app.signUp(name as string)
      await person.post('/api/profile', { status: 'Developer', ...(fields as object) })
      return person
    }),
  )
  const [grace, jonas, rosa] = people
  const byName = async (url: string) => {
    const { body } = await secondApp.call('GET', url, { token: kofi.token })
    return body.map(({ user }: { user: { name: string } }) => user.name).sort()
  }
  const inSearch = (q: string, filters = {}) => byName(path(q, { in: 'people', ...filters }))
  await expect.poll(() => inSearch('ferris')).toEqual([grace?.name, jonas?.name])
  await expect.poll(() => inSearch('weiss')).toEqual([jonas?.name])
  await expect.poll(() => inSearch('berlin')).toEqual([grace?.name, rosa?.name])
  await expect.poll(() => inSearch('berlin', { location: 'berlin' })).toEqual([grace?.name])
  await expect.poll(() => byName('/api/profile?skill=RUST')).toEqual([grace?.name, jonas?.name])
  await expect.poll(() => byName('/api/profile?skill=rust&skill=c%2B%2B')).toEqual([grace?.name])
  await expect.poll(() => byName('/api/profile?skill=c')).toEqual([])
  await expect.poll(() => byName('/api/profile?location=zur')).toEqual([jonas?.name])
  await expect.poll(() => byName('/api/profile?status=Manager')).toEqual([rosa?.name])
  await expect.poll(() => byName('/api/profile?q=ferris&skill=go')).toEqual([jonas?.name])
  expect((await app.call('GET', '/api/profile?status=King')).status).toBe(400)
  // PostgreSQL accepts no words over two kilobytes; this letter becomes eighteen when folded.
  for (const [count, status] of [
    [50, 200],
    [51, 400],
    [200, 400],
  ] as const) {
    const { status: actual } = await app.call('GET', `/api/profile?skill=${'%EF%B7%BA'.repeat(count)}`)
    expect([count, actual]).toEqual([count, status])
  }
  const skills = async (prefix: string) => (await app.call('GET', `/api/skills?prefix=${prefix}`)).body
  await expect.poll(() => skills('ru')).toEqual([{ skill: expect.stringMatching(/^rust$/i), count: 2 }])
  await jonas?.post('/api/profile', { skills: 'Go' })
  await grace?.put('/api/auth/account', { name: 'Grace Ferrisdottir' })
  await expect.poll(() => skills('ru')).toEqual([{ skill: expect.stringMatching(/^rust$/i), count: 1 }])
  await expect.poll(() => inSearch('ferrisd')).toEqual(['Grace Ferrisdottir'])
  await grace?.delete('/api/profile')
  await expect.poll(() => inSearch('ferrisd')).toEqual([])
  await expect.poll(() => skills('ru')).toEqual([])
})

test('choices of filters have counts that agree with what is found, without anyone who is hidden', async () => {
  type Choice = { count: number; [name: string]: string | number }
  const person = async (name: string, status: string, skills: string, location?: string) => {
    const member = await app.signUp(name)
    await member.post('/api/profile', { status, skills, location })
    return member
  }
  const zoe = await person('Zoe Marlow', 'Developer', 'Zig, zig, Wasm', 'Porto, Portugal')
  const yan = await person('Yan Marlow', 'Manager', 'ZIG, Wasm', 'Porto')
  await person('Xia Marlow', 'Developer', 'Zig', '💥')
  const count = async (query: string) => (await secondApp.call('GET', `/api/profile/counts?${query}`)).body
  const sizeOf = async (query: string) => (await secondApp.call('GET', `/api/profile?${query}`)).body.length

  await expect.poll(() => sizeOf('q=marlow')).toBe(3)
  const total = await count('q=marlow')
  expect(total).toMatchObject({
    count: 3,
    exact: true,
    skills: [
      { skill: expect.stringMatching(/^zig$/i), count: 3 },
      { skill: 'Wasm', count: 2 },
    ],
    locations: [
      { location: 'Porto', count: 2 },
      { location: 'Porto, Portugal', count: 1 },
    ],
  })
  const statuses = ({ statuses }: { statuses: Choice[] }) => statuses.filter(({ count }) => count > 0)
  const bothIds = [
    { status: 'Developer', count: 2 },
    { status: 'Manager', count: 1 },
  ]
  expect(statuses(total)).toEqual(bothIds)
  for (const base of [
    'q=marlow',
    'skill=zig&status=Manager',
    'skill=zig&location=porto',
    'skill=ZIG&skill=wasm',
  ]) {
    const choices = await count(base)
    expect([base, await sizeOf(base)]).toEqual([base, choices.count])
    for (const kind of ['skill', 'status', 'location'] as const) {
      const listed: Choice[] = choices[{ skill: 'skills', status: 'statuses', location: 'locations' }[kind]]
      for (const choice of listed) {
        const query = new URLSearchParams(base)
        if (kind === 'skill') query.append(kind, String(choice[kind]))
        else query.set(kind, String(choice[kind]))
        expect([base, choice, await sizeOf(String(query))]).toEqual([base, choice, choice.count])
      }
    }
  }
  await expect
    .poll(() => count('q=%F0%9F%92%A5'))
    .toMatchObject({ count: 0, exact: true, skills: [], locations: [] })
  expect((await app.call('GET', '/api/profile/counts?status=King')).status).toBe(400)

  const skills = async () => (await app.call('GET', '/api/skills?prefix=ZI')).body
  await expect.poll(() => skills()).toMatchObject([{ count: 3 }])
  const moderator = await app.signUpAs('moderator')
  await moderator.put(`/api/admin/suspensions/${zoe.id}`, { reason: 'Rude' })
  await expect
    .poll(() => count('q=marlow'))
    .toMatchObject({
      count: 2,
      skills: [{ count: 2 }, { count: 1 }],
      locations: [{ location: 'Porto', count: 1 }],
    })
  await expect.poll(() => skills()).toMatchObject([{ count: 2 }])
  await moderator.delete(`/api/admin/suspensions/${zoe.id}`)
  await expect
    .poll(async () => [await count('q=marlow'), await skills()])
    .toMatchObject([{ count: 3 }, [{ count: 3 }]])

  const questionId = await write('Okapi question #okapi #zoo', { question: true })
  await write('Okapi answer #zoo')
  const { body } = await yan.post(`/api/posts/comment/${questionId}`, { text: 'An okapi is no zebra' })
  const countPosts = async (query: string) =>
    (await secondApp.call('GET', `/api/search/counts?q=okapi&${query}`, { token: kofi.token })).body
  const everything = {
    tags: [
      { tag: 'zoo', count: 3 },
      { tag: 'okapi', count: 2 },
    ],
    authors: [
      { _id: ada.id, name: 'Ada Byrne', count: 2 },
      { _id: yan.id, name: 'Yan Marlow', count: 1 },
    ],
    questions: 2,
    others: 1,
  }
  await expect
    .poll(() => countPosts(''))
    .toEqual({ count: 3, exact: true, ...everything, solved: 0, unsolved: 2 })
  await ada.put(`/api/posts/comment/${questionId}/${body[0]._id}/accepted`)
  await expect
    .poll(() => countPosts('tag=okapi'))
    .toMatchObject({
      count: 2,
      tags: everything.tags,
      solved: 2,
      unsolved: 0,
    })
  await expect
    .poll(() => countPosts('question=false'))
    .toMatchObject({ count: 1, questions: 2, others: 1, solved: 0 })
  await expect
    .poll(() => countPosts('solved=false'))
    .toMatchObject({ count: 0, tags: [], solved: 2, unsolved: 0 })
  await expect
    .poll(() => countPosts(`author=${yan.id}`))
    .toMatchObject({ count: 1, authors: everything.authors, questions: 1 })
  await expect.poll(() => countPosts('author=nobody')).toMatchObject({ count: 0, exact: true })
  await kofi.put(`/api/blocks/${yan.id}`)
  await expect
    .poll(() => countPosts(''))
    .toMatchObject({ count: 2, authors: [{ _id: ada.id }], questions: 1 })
  await kofi.delete(`/api/blocks/${yan.id}`)
  expect((await app.call('GET', '/api/search/counts?q=okapi')).status).toBe(401)
})

test.each(['7fffffffffffffff', 'ffffffffffffffff', '8000000000000000'])(
  'a cursor that a client invents with the number %s is served or refused',
  async (number) => {
    const cursor = Buffer.from(`0000000000000000${number}`, 'hex').toString('base64url')
    const { status } = await app.call('GET', path('anything', { cursor }), { token: kofi.token })
    expect([200, 400]).toContain(status)
  },
)

test.each(['question', 'solved'])('the filter %s is true or false', async (filter) => {
  const { status, body } = await app.call('GET', path('anything', { [filter]: 'maybe' }), {
    token: kofi.token,
  })
  expect(status).toBe(400)
  expect(body.errors[0].field).toBe(filter)
})
