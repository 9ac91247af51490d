import { recordChanges } from '../../database/changes/changes.ts'
import type { Queryable } from '../../database/database.ts'
import { feedTopics, type TaggedPost, tagTopics } from '../tags/post-tags.ts'
import { changedEvents, goneEvents, likeEvent, topicOf } from '../topics.ts'

// Each function records all topics and events of a change.

type CommentIds = { post: string; comment: string }

export const postCreated = (trx: Queryable, post: TaggedPost) =>
  recordChanges(trx, ...feedTopics([post]), ...changedEvents([{ post: post.id }]))

export type DeletedPost = TaggedPost & { wasVisible: boolean }

export function postsDeleted(trx: Queryable, posts: DeletedPost[]): void {
  const visible = posts.filter(({ wasVisible }) => wasVisible)
  recordChanges(trx, ...feedTopics(posts), ...goneEvents(visible.map(({ id }) => ({ post: id }))))
}

export const postEdited = (trx: Queryable, id: string) =>
  recordChanges(trx, topicOf.post(id), ...changedEvents([{ post: id }]))

export const likesChanged = (trx: Queryable, postId: string) =>
  recordChanges(trx, topicOf.post(postId), likeEvent(postId))

export const commentChanged = (trx: Queryable, { post, comment }: CommentIds) =>
  recordChanges(trx, topicOf.post(post), ...changedEvents([{ post, comment }]))

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
