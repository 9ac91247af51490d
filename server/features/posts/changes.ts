import { recordChanges } from '../../database/changes/changes.ts'
import type { Queryable } from '../../database/database.ts'
import { feedTopics, type TaggedPost, tagTopics } from '../tags/post-tags.ts'
import { changedEvents, goneEvents, likeEvent, topicOf } from '../topics.ts'

// Each function records everything that depends on a change, so that no cache and no listener misses it.

type CommentIds = { post: string; comment: string }

export const postCreated = (trx: Queryable, post: TaggedPost) =>
  recordChanges(trx, ...feedTopics([post]), ...changedEvents([{ post: post.id }]))

export type DeletedPost = TaggedPost & { wasVisible: boolean }

export function postsDeleted(trx: Queryable, posts: DeletedPost[]): void {
  const seen = posts.filter(({ wasVisible }) => wasVisible)
  recordChanges(trx, ...feedTopics(posts), ...goneEvents(seen.map(({ id }) => ({ post: id }))))
}

export const postEdited = (trx: Queryable, id: string) =>
  recordChanges(trx, topicOf.post(id), ...changedEvents([{ post: id }]))

export const likesChanged = (trx: Queryable, postId: string) =>
  recordChanges(trx, topicOf.post(postId), likeEvent(postId))

export const commentChanged = (trx: Queryable, { post, comment }: CommentIds) =>
  recordChanges(trx, topicOf.post(post), ...changedEvents([{ post, comment }]))

/** Listeners hear only of what they may have seen. */
export const commentsDeleted = (
  trx: Queryable,
  comments: CommentIds[],
  { wereSeen }: { wereSeen: boolean },
) =>
  recordChanges(
    trx,
    ...comments.map(({ post }) => topicOf.post(post)),
    ...(wereSeen ? goneEvents(comments) : []),
  )

export const questionsChanged = (trx: Queryable, posts: { tags: string }[]) =>
  recordChanges(trx, topicOf.questions(), ...posts.flatMap(tagTopics))
