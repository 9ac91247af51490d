const HASH = '#comment-'

export const addressOfComment = (postId: string, commentId: string): string =>
  `/posts/${postId}${HASH}${commentId}`

/** The comment that an address points at. */
export function commentInHash(hash: string): string | undefined {
  return hash.startsWith(HASH) ? hash.slice(HASH.length) : undefined
}
