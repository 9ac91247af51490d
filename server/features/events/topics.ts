// Topics for listeners, recorded in the table of changes like all topics. No cache depends on them.

export const likeEvent = (postId: string) => `event:like:${postId}`

// Of what is deleted or hidden together, readers have the newest on screen. Sending thousands of events to thousands of
// listeners would cost more than it is worth.
const MAX_EVENTS_AT_ONCE = 20

type Subject = { post: string; comment?: string | undefined }

/** For posts and comments that are new, edited, accepted or visible again. */
export function changedEvents(subjects: Subject[]): string[] {
  return newest(subjects).map(({ post, comment }) =>
    comment ? `event:comment:${post}:${comment}` : `event:post:${post}`,
  )
}

/** For posts and comments that were deleted or hidden. Listeners get the same event as for a change. */
export function goneEvents(subjects: Subject[]): string[] {
  return newest(subjects).map(({ post, comment }) => `event:gone:${comment ? `${post}:${comment}` : post}`)
}

/** Ids sort by time. */
function newest(subjects: Subject[]): Subject[] {
  const idOf = ({ post, comment }: Subject) => comment ?? post
  return subjects.toSorted((one, other) => (idOf(one) < idOf(other) ? 1 : -1)).slice(0, MAX_EVENTS_AT_ONCE)
}

/** All kinds of topics that concern listeners: events, and what the session of a listener depends on. */
export const KINDS_HEARD = ['event', 'notifications', 'session', 'role'] as const
