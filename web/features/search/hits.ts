import type { Hit } from '../../../contract/search.ts'

export const addressOfHit = ({ post, comment }: Hit): string =>
  comment ? `/posts/${post._id}#comment-${comment._id}` : `/posts/${post._id}`

export const kindOfHit = ({ post, comment }: Hit): string =>
  comment ? 'Comment' : post.question ? 'Question' : 'Post'

export const authorsOfHit = ({ post, comment }: Hit): string[] =>
  comment ? [comment.user, post.user] : [post.user]
