import { recordChanges } from '../../database/changes/changes.ts'
import type { Queryable } from '../../database/database.ts'
import { feedTopics, type TaggedPost } from '../tags/post-tags.ts'
import { changedEvents, goneEvents, topicOf } from '../topics.ts'

// Open pages get events only about what they could see before or can see now: `noticed`.

type CommentRow = { post_id: string; id: string }

export function postVisibilityChanged(
  trx: Queryable,
  posts: TaggedPost[],
  { hide, noticed }: { hide: boolean; noticed: { id: string }[] },
): void {
  const eventsOf = hide ? goneEvents : changedEvents
  recordChanges(trx, ...feedTopics(posts), ...eventsOf(noticed.map(({ id }) => ({ post: id }))))
}

export function commentVisibilityChanged(
  trx: Queryable,
  comments: CommentRow[],
  { hide, noticed }: { hide: boolean; noticed: CommentRow[] },
): void {
  const eventsOf = hide ? goneEvents : changedEvents
  recordChanges(
    trx,
    ...comments.map(({ post_id }) => topicOf.post(post_id)),
    ...eventsOf(noticed.map(({ post_id, id }) => ({ post: post_id, comment: id }))),
  )
}
