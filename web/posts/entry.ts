import type { Comment } from '../../contract/posts.ts'

type BeyondSpecification = 'html' | 'handle' | 'badge' | 'version' | 'edited' | 'parent' | 'accepted'

/** A post or a comment. Fields beyond the specification may be missing. */
export type Entry = Omit<Comment, BeyondSpecification> & Partial<Pick<Comment, BeyondSpecification>>

export const isEditable = ({ version }: Entry): boolean => version !== undefined
