import type { Queryable } from '../../database/database.ts'
import { isOneOf } from '../../database/expressions.ts'

// HTML is stored with mentions as text; each read inserts links with the current handles.

type Mention = { id: string; start: number; end: number }

type Person = { id: string; handle: string | null; suspended_until: number | null }

export type People = ReadonlyMap<string, Person>

export type HandleInText = { handle: string; start: number; end: number }

/** Old handles count. Users who have blocked the author are left out. */
export async function resolveMentions(
  db: Queryable,
  author: string,
  handlesInText: HandleInText[],
): Promise<{ mentions: Mention[]; people: People }> {
  if (handlesInText.length === 0) return { mentions: [], people: new Map() }
  const handles = handlesInText.map(({ handle }) => handle)
  const rows = await db
    .selectFrom('handles')
    .innerJoin('users', 'users.id', 'handles.user_id')
    .select(['handles.handle as mentioned', 'users.id', 'users.handle', 'users.suspended_until'])
    .where(isOneOf(db, 'handles.handle', handles, 'text'))
    .where('users.email', '!=', '')
    .where('users.id', 'not in', (select) =>
      select.selectFrom('blocks').select('user_id').where('other_id', '=', author),
    )
    .execute()
  const owners = new Map(rows.map(({ mentioned, id }) => [mentioned, id]))
  const mentions = handlesInText.flatMap(({ handle, start, end }) => {
    const id = owners.get(handle)
    return id === undefined ? [] : [{ id, start, end }]
  })
  return { mentions, people: new Map(rows.map((row) => [row.id, row])) }
}

export async function findMentioned(db: Queryable, texts: { mentions: string }[]): Promise<People> {
  const ids = new Set(texts.flatMap(mentionedIn))
  if (ids.size === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'handle', 'suspended_until'])
    .where(isOneOf(db, 'id', [...ids]))
    .where('email', '!=', '')
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

const readMentions = ({ mentions }: { mentions: string }): Mention[] => JSON.parse(mentions)

export const mentionedIn = (text: { mentions: string }) => readMentions(text).map(({ id }) => id)

/** Mentions of deleted users stay text; suspended users get no link. */
export function linkMentions(text: { html: string; mentions: string }, people: People): string {
  let linked = ''
  let position = 0
  for (const { id, start, end } of readMentions(text)) {
    linked += text.html.slice(position, start) + linkTo(people.get(id), text.html.slice(start, end))
    position = end
  }
  return linked + text.html.slice(position)
}

function linkTo(person: Person | undefined, written: string): string {
  if (!person) return written
  if (person.suspended_until !== null) return `<span class="mention">${written}</span>`
  const name = person.handle === null ? written : `@${person.handle}`
  return `<a class="mention" href="/profile/${person.id}">${name}</a>`
}
