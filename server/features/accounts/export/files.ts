import type { Context } from '../../../context.ts'
import { dateOfId } from '../../../ids.ts'
import { findMuted } from '../blocks/queries.ts'
import { presentUser } from '../own-account/cached-account.ts'
import { requireUser } from '../require-user.ts'
import { commentsOf, findFollows, findPiece, findUploads, marksOf, piecesFrom, postsOf } from './queries.ts'
import type { FileToZip } from './zip.ts'

type FrontMatter = { date: string; address: string; [key: string]: unknown }

export async function* exportedFiles(
  { db: { kysely: db }, settings, exports }: Context,
  userId: string,
  origin: string,
): AsyncGenerator<FileToZip> {
  const muted = await findMuted(db, 'mutes', userId)
  const blocked = await findMuted(db, 'blocks', userId)
  const user = await requireUser(db, userId)
  const account = { ...presentUser(settings, user), agreed: dateOf(user.agreed_at) ?? null }
  const date = new Date()
  yield { name: 'account.json', date, content: json({ ...account, muted, blocked }) }

  for (const find of exports) {
    for (const { name, value } of await find(userId)) yield { name, date, content: json(value) }
  }

  for (const table of ['likes', 'bookmarks'] as const) {
    yield { name: `${table}.json`, date, content: jsonList(marksOf(db, table, userId), presentMark(origin)) }
  }
  yield { name: 'follows.json', date, content: json(presentFollows(await findFollows(db, userId), origin)) }

  for await (const posts of postsOf(db, userId)) {
    for (const { id, text, tags, question, edited_at } of posts) {
      const front = {
        date: dateOfId(id),
        tags: JSON.parse(tags),
        address: `${origin}/posts/${id}`,
        question: question === 1,
        edited: dateOf(edited_at),
      }
      yield textFile('posts', id, front, text)
    }
  }
  for await (const comments of commentsOf(db, userId)) {
    for (const { id, post_id, text, edited_at } of comments) {
      const address = `${origin}/posts/${post_id}#comment-${id}`
      yield textFile('comments', id, { date: dateOfId(id), address, edited: dateOf(edited_at) }, text)
    }
  }
  for (const hash of await findUploads(db, userId)) {
    const first = await findPiece(db, hash, 1)
    if (first) yield { name: `pictures/${hash}.webp`, date, content: piecesFrom(db, hash, first) }
  }
}

const json = (value: unknown) => [`${JSON.stringify(value, null, 2)}\n`]

const dateOf = (time: number | null) => (time === null ? undefined : new Date(time).toISOString())

async function* jsonList<Row>(batches: AsyncIterable<Row[]>, present: (row: Row) => object) {
  let before = '[\n'
  for await (const rows of batches) {
    for (const row of rows) {
      yield before + JSON.stringify(present(row))
      before = ',\n'
    }
  }
  yield before === ',\n' ? '\n]\n' : '[]\n'
}

const presentMark = (origin: string) => (mark: { id: string; mark: string }) => ({
  post: mark.id,
  address: `${origin}/posts/${mark.id}`,
  date: dateOfId(mark.mark),
})

function presentFollows({ people, tags }: Awaited<ReturnType<typeof findFollows>>, origin: string) {
  return {
    people: people.map(({ id, name, followed }) => ({
      _id: id,
      name,
      address: `${origin}/profile/${id}`,
      date: dateOfId(followed),
    })),
    tags: tags.map(({ tag, id }) => ({ tag, date: dateOfId(id) })),
  }
}

/** Front matter is YAML, in which every JSON value is valid. */
function textFile(folder: string, id: string, front: FrontMatter, text: string): FileToZip {
  const lines = Object.entries(front).flatMap(([key, value]) =>
    value === undefined ? [] : `${key}: ${JSON.stringify(value)}\n`,
  )
  return {
    name: `${folder}/${front.date.slice(0, 10)}-${id}.md`,
    date: new Date(front.date),
    content: [`---\n${lines.join('')}---\n\n${text}\n`],
  }
}
