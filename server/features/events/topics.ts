// Topics that tell listeners what happened; no cache depends on them. They are recorded in the table of changes by the
// write that they are about, like all topics.

/** The likes of a post have changed. */
export const likeEvent = (postId: string) => `event:like:${postId}`

// Of what is deleted or hidden together, the newest is what readers may have before them. Telling thousands of
// listeners of thousands of entries would cost more than it is worth.
const MAX_EVENTS_AT_ONCE = 20

/** A post, or a comment on one. */
type EntryIds = { post: string; comment?: string | undefined }

/** For entries that are new, were edited or accepted, or are shown again. */
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
