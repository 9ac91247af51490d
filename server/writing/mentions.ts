import { findByHandles } from '../accounts/handles.ts'
import type { Queryable } from '../database/database.ts'

// In stored HTML a mention leads to the person's id, so that it follows a rename. The handle that is shown is
// put in whenever the text is read.

const BY_HANDLE = /<a class="mention" href="\/@([a-z\d_-]+)">(@[\w-]+)<\/a>/g
const BY_ID = /<a class="mention" href="\/profile\/([\da-f-]{36})">(@[\w-]+)<\/a>/g

const hasMentions = (html: string) => html.includes('<a class="mention"')

/** Replaces handles by the ids of their owners; a mention of nobody becomes text. */
export async function storeMentions(db: Queryable, html: string, handles: string[]): Promise<string> {
  if (handles.length === 0) return html
  const owners = await findByHandles(db, [...new Set(handles)])
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

/** Puts the current handles into the HTML of what was read; a mention of someone who has gone becomes text. */
export async function showMentions(db: Queryable, written: { html: string | null }[]): Promise<void> {
  const mentioning = written.filter(({ html }) => html !== null && hasMentions(html))
  const ids = new Set(mentioning.flatMap(({ html }) => mentionedIn(html ?? '')))
  if (ids.size === 0) return
  const handles = await findHandles(db, [...ids])
  for (const entry of mentioning) {
    entry.html = (entry.html ?? '').replaceAll(BY_ID, (_link, id: string, text: string) => {
      const handle = handles.get(id)
      return handle === undefined ? text : mentionOf(id, handle === null ? text : `@${handle}`)
    })
  }
}

/** The handles of these people, null for those who have none yet; accounts that are being deleted are left out. */
async function findHandles(db: Queryable, ids: string[]): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'handle'])
    .where('id', 'in', ids)
    .where('email', '!=', '')
    .execute()
  return new Map(rows.map(({ id, handle }) => [id, handle]))
}
