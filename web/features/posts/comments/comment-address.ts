const HASH = '#comment-'

export const addressOfComment = (postId: string, commentId: string): string =>
  `/posts/${postId}${HASH}${commentId}`

export function commentInHash(hash: string): string | undefined {
  return hash.startsWith(HASH) ? hash.slice(HASH.length) : undefined
}
