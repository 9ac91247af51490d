import type { Comment } from '../../../contract/posts.ts'

type BeyondSpecification = 'html' | 'handle' | 'badge' | 'version' | 'edited' | 'parent' | 'accepted'

/** Fields beyond the specification may be missing. */
export type PostOrComment = Omit<Comment, BeyondSpecification> & Partial<Pick<Comment, BeyondSpecification>>

export const isEditable = ({ version }: PostOrComment): boolean => version !== undefined
