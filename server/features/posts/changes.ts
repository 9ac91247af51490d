import { recordChanges } from '../../database/changes/changes.ts'
import type { Queryable } from '../../database/database.ts'
import { changedEvents, goneEvents, likeEvent } from '../events/topics.ts'
import { feedTopics, type TaggedPost, tagTopics } from '../tags/post-tags.ts'

// Each function records everything that depends on what has happened, so that no cache and no listener misses it.

const postTopic = (id: string) => `post:${id}`
const commentTopic = (id: string) => `comment:${id}`
const historyTopic = (id: string) => `history:${id}`

type CommentIds = { post: string; comment: string }

export const postCreated = (trx: Queryable, post: TaggedPost) =>
  recordChanges(trx, ...feedTopics([post]), ...changedEvents([{ post: post.id }]))

export const postsDeleted = (trx: Queryable, posts: TaggedPost[]) =>
  recordChanges(trx, ...feedTopics(posts), ...goneEvents(posts.map(({ id }) => ({ post: id }))))

export const postEdited = (trx: Queryable, id: string) =>
  recordChanges(trx, postTopic(id), historyTopic(id), ...changedEvents([{ post: id }]))

export const likesChanged = (trx: Queryable, postId: string) =>
  recordChanges(trx, postTopic(postId), likeEvent(postId))

export const commentAdded = (trx: Queryable, { post, comment }: CommentIds) =>
  recordChanges(trx, postTopic(post), ...changedEvents([{ post, comment }]))

export const commentEdited = (trx: Queryable, { post, comment }: CommentIds) =>
  recordChanges(
    trx,
    ...[postTopic(post), commentTopic(comment), historyTopic(comment)],
    ...changedEvents([{ post, comment }]),
  )

/** It was accepted, or is no longer. */
export const commentAccepted = (trx: Queryable, { post, comment }: CommentIds) =>
  recordChanges(trx, postTopic(post), commentTopic(comment), ...changedEvents([{ post, comment }]))

/** Replies to it do not show it any more. Listeners have not seen one that was hidden. */
export const commentDeleted = (trx: Queryable, { post, comment, wasVisible }: CommentIds & Visible) =>
  recordChanges(
    trx,
    ...[postTopic(post), commentTopic(comment)],
    ...(wasVisible ? goneEvents([{ post, comment }]) : []),
  )
type Visible = { wasVisible: boolean }

/** A question was solved, or is open again. */
export const questionsChanged = (trx: Queryable, posts: { tags: string }[]) =>
  recordChanges(trx, 'questions', ...posts.flatMap(tagTopics))
