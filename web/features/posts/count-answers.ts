import type { Post } from '../../../contract/posts.ts'

/** Replies are not answers. Only a very long discussion has replies that are not loaded, and then counts them too. */
export const countAnswers = ({ comments, commentCount }: Post): number =>
  commentCount - comments.filter(({ parent }) => parent).length
