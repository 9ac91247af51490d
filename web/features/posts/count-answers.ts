import type { Post } from '../../../contract/posts.ts'

/** Replies are not answers. In a very long discussion, replies that are not loaded are counted too. */
export const countAnswers = ({ comments, commentCount }: Post): number =>
  commentCount - comments.filter(({ parent }) => parent).length
