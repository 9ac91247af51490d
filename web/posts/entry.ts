import type { Comment } from '../../contract/posts.ts'

type BeyondSpecification = 'html' | 'handle' | 'badge' | 'version' | 'edited' | 'parent' | 'accepted'

/** A post or a comment. What lies beyond the specification may be missing, as a server need not know it. */
export type Entry = Omit<Comment, BeyondSpecification> & Partial<Pick<Comment, BeyondSpecification>>

export const isEditable = ({ version }: Entry): boolean => version !== undefined
