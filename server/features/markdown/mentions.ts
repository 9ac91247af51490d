import type { Queryable } from '../../database/database.ts'
import { findBlockers } from '../accounts/blocks/queries.ts'
import { findByHandles } from '../accounts/handles.ts'
import { SUSPENSIONS_TOPIC } from '../accounts/suspension.ts'

// In stored HTML a mention leads to the person's id, so that it follows a rename. The current handle is inserted
// whenever the text is read.

const BY_HANDLE = /<a class="mention" href="\/@([a-z\d_-]+)">(@[\w-]+)<\/a>/g
const BY_ID = /<a class="mention" href="\/profile\/([\da-f-]{36})">(@[\w-]+)<\/a>/g

const hasMentions = (html: string) => html.includes('<a class="mention"')

/**
 * Replaces handles by the ids of their owners. A mention becomes text if nobody has the handle, or if the owner has
 * blocked the author.
 */
export async function storeMentions(
  db: Queryable,
  html: string,
  handles: string[],
  author: string,
): Promise<string> {
  if (handles.length === 0) return html
  const found = await findByHandles(db, [...new Set(handles)])
  const blockers = new Set(found.size > 0 ? await findBlockers(db, author) : [])
  const owners = new Map([...found].filter(([, id]) => !blockers.has(id)))
  return html.replaceAll(BY_HANDLE, (_link, handle: string, text: string) => {
    const id = owners.get(handle)
    return id ? mentionOf(id, text) : text
  })
}

const mentionOf = (id: string, text: string) => `<a class="mention" href="/profile/${id}">${text}</a>`

/** The ids of the people whom the HTML mentions. */
export function mentionedIn(html: string): string[] {
  return hasMentions(html) ? Array.from(html.matchAll(BY_ID), ([, id = '']) => id) : []
}

/** The topics on which the mentions that the HTML shows depend. */
export function mentionTopics(html: string): string[] {
  const topics = mentionedIn(html).map((id) => `user:${id}`)
  return html.includes('<span class="mention">') ? [...topics, SUSPENSIONS_TOPIC] : topics
}

/**
 * Inserts the current handles into HTML that was read. A mention of someone whose account is gone becomes text; one of
 * someone who is suspended is no link until the suspension ends.
 */
export async function showMentions(db: Queryable, written: { html: string | null }[]): Promise<void> {
  const mentioning = written.filter(({ html }) => html !== null && hasMentions(html))
  const ids = new Set(mentioning.flatMap(({ html }) => mentionedIn(html ?? '')))
  if (ids.size === 0) return
  const handles = await findHandles(db, [...ids])
  for (const entry of mentioning) {
    entry.html = (entry.html ?? '').replaceAll(BY_ID, (_link, id: string, text: string) => {
      const person = handles.get(id)
      if (!person) return text
      if (person.suspended_until !== null) return `<span class="mention">${text}</span>`
      return mentionOf(id, person.handle === null ? text : `@${person.handle}`)
    })
  }
}

/** These people; accounts that are being deleted are left out. */
async function findHandles(db: Queryable, ids: string[]) {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'handle', 'suspended_until'])
    .where('id', 'in', ids)
    .where('email', '!=', '')
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
