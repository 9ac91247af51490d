import { type RawBuilder, sql } from 'kysely'

// Topics that tell listeners what happened; no cache depends on them. They are recorded in the table of changes by the
// write that they are about, like all topics.

/** A new or edited post, or changed likes of one, for the `topics` of a write. */
export function eventTopic(kind: 'post' | 'like', postId: string): RawBuilder<string> {
  return sql<string>`${sql.lit(`event:${kind}:`)} || cast(${postId} as text)`
}

export function commentEventTopic(postId: string, commentId: string): RawBuilder<string> {
  return sql<string>`'event:comment:' || cast(${postId} as text) || ':' || cast(${commentId} as text)`
}

// Of what is deleted or hidden together, the newest is what readers may have before them. Telling thousands of
// listeners of thousands of entries would cost more than it is worth.
const MAX_EVENTS_AT_ONCE = 20

/** A post, or a comment on one. */
type EntryIds = { post: string; comment?: string | undefined }

/** For entries that were edited, accepted, or are shown again. */
export function changedEvents(entries: EntryIds[]): string[] {
  return newest(entries).map(({ post, comment }) =>
    comment ? `event:comment:${post}:${comment}` : `event:post:${post}`,
  )
}

/** For entries that were deleted or hidden. Listeners hear of them as of changed ones. */
export function goneEvents(entries: EntryIds[]): string[] {
  return newest(entries).map(({ post, comment }) => `event:gone:${comment ? `${post}:${comment}` : post}`)
}

/** Ids sort by time. */
function newest(entries: EntryIds[]): EntryIds[] {
  const idOf = ({ post, comment }: EntryIds) => comment ?? post
  return entries.toSorted((one, other) => (idOf(one) < idOf(other) ? 1 : -1)).slice(0, MAX_EVENTS_AT_ONCE)
}

/** All kinds of topics that concern listeners: events, and what the session of a listener depends on. */
export const KINDS_HEARD = ['event', 'notifications', 'session', 'role'] as const
