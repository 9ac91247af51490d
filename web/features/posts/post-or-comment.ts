import type { Comment } from '../../../contract/posts.ts'

type BeyondSpecification = 'html' | 'handle' | 'badge' | 'version' | 'edited' | 'parent' | 'accepted'

/** Fields beyond the specification may be missing. */
export type PostOrComment = Omit<Comment, BeyondSpecification> & Partial<Pick<Comment, BeyondSpecification>>

export const isEditable = ({ version }: PostOrComment): boolean => version !== undefined

const HASH = '#comment-'

export const addressOfComment = (postId: string, commentId: string): string =>
  `/posts/${postId}${HASH}${commentId}`

export function commentInHash(hash: string): string | undefined {
  return hash.startsWith(HASH) ? hash.slice(HASH.length) : undefined
}
