import { type RawBuilder, sql } from 'kysely'

// Topics that tell listeners what happened; no cache depends on them. They are recorded in the table of changes by the
// write that they are about, like all topics.

/** A new post, or changed likes of one, for the `topics` of a write. */
export function eventTopic(kind: 'post' | 'like', postId: string): RawBuilder<string> {
  return sql<string>`${sql.lit(`event:${kind}:`)} || cast(${postId} as text)`
}

export function commentEventTopic(postId: string, commentId: string): RawBuilder<string> {
  return sql<string>`'event:comment:' || cast(${postId} as text) || ':' || cast(${commentId} as text)`
}

/** All kinds of topics that concern listeners: events, and what the session of a listener depends on. */
export const KINDS_HEARD = ['event', 'notifications', 'session', 'role'] as const
