// No cache depends on these topics, only listeners.

export const likeEvent = (postId: string) => `event:like:${postId}`

// Readers have the newest on screen. Thousands of events to thousands of listeners would cost too much.
const MAX_EVENTS_AT_ONCE = 20

type Subject = { post: string; comment?: string | undefined }

export function changedEvents(subjects: Subject[]): string[] {
  return newest(subjects).map(({ post, comment }) =>
    comment ? `event:comment:${post}:${comment}` : `event:post:${post}`,
  )
}

export function goneEvents(subjects: Subject[]): string[] {
  return newest(subjects).map(({ post, comment }) => `event:gone:${comment ? `${post}:${comment}` : post}`)
}

/** Ids sort by time. */
function newest(subjects: Subject[]): Subject[] {
  const idOf = ({ post, comment }: Subject) => comment ?? post
  return subjects.toSorted((one, other) => (idOf(one) < idOf(other) ? 1 : -1)).slice(0, MAX_EVENTS_AT_ONCE)
}

export const STREAMED_KINDS = ['event', 'notifications', 'session', 'role'] as const
