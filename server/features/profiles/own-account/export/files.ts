import type { Context } from '../../../../context.ts'
import { dateOfId } from '../../../../ids.ts'
import { untilTickHasTime } from '../../../../ticks.ts'
import { findSilenced } from '../../../accounts/blocks/queries.ts'
import { requireUser } from '../../../accounts/require-user.ts'
import { findPicture } from '../../../pictures/queries.ts'
import { findProfiles } from '../../queries.ts'
import { resumeOf } from '../../resume/document.ts'
import { presentUser } from '../document.ts'
import { commentsOf, findFollows, findUploads, marksOf, postsOf } from './queries.ts'

type FrontMatter = { date: string; address: string; [key: string]: unknown }

type ExportedFile = { name: string; input: string | Uint8Array | AsyncIterable<string>; lastModified?: Date }

/** Files are made one at a time, when the reader is ready for the next one. */
export async function* exportedFiles(
  { db: { kysely: db }, settings }: Context,
  userId: string,
  origin: string,
): AsyncGenerator<ExportedFile> {
  const muted = await findSilenced(db, 'mutes', [userId])
  const blocked = await findSilenced(db, 'blocks', [userId])
  const account = presentUser(settings, await requireUser(db, userId))
  const silenced = { muted: muted.get(userId) ?? [], blocked: blocked.get(userId) ?? [] }
  yield { name: 'account.json', input: json({ ...account, ...silenced }) }

  const profile = (await findProfiles(db, settings, [userId])).get(userId)
  if (profile) yield { name: 'resume.json', input: json(resumeOf(profile, settings)) }

  for (const table of ['likes', 'bookmarks'] as const) {
    yield { name: `${table}.json`, input: jsonList(marksOf(db, table, userId), presentMark(origin)) }
  }
  yield { name: 'follows.json', input: json(presentFollows(await findFollows(db, userId), origin)) }

  for await (const posts of postsOf(db, userId)) {
    for (const { id, text, tags, question, edited_at } of posts) {
      const address = `${origin}/posts/${id}`
      const front = { date: dateOfId(id), tags: JSON.parse(tags), address, question: question === 1 }
      yield textFile('posts', id, { ...front, edited: dateOf(edited_at) }, text)
    }
  }
  for await (const comments of commentsOf(db, userId)) {
    for (const { id, post_id, text, edited_at } of comments) {
      const address = `${origin}/posts/${post_id}#comment-${id}`
      yield textFile('comments', id, { date: dateOfId(id), address, edited: dateOf(edited_at) }, text)
    }
  }
  for (const hash of await findUploads(db, userId)) {
    await untilTickHasTime()
    const bytes = await findPicture(db, hash)
    if (bytes) yield { name: `pictures/${hash}.webp`, input: bytes }
  }
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

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
      ...{ _id: id, name, address: `${origin}/profile/${id}`, date: dateOfId(followed) },
    })),
    tags: tags.map(({ tag, id }) => ({ tag, date: dateOfId(id) })),
  }
}

/** The front matter is YAML, in which every JSON value is valid. */
function textFile(folder: string, id: string, front: FrontMatter, text: string): ExportedFile {
  const lines = Object.entries(front).flatMap(([key, value]) =>
    value === undefined ? [] : `${key}: ${JSON.stringify(value)}\n`,
  )
  return {
    name: `${folder}/${front.date.slice(0, 10)}-${id}.md`,
    input: `---\n${lines.join('')}---\n\n${text}\n`,
    lastModified: new Date(front.date),
  }
}
