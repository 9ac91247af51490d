import type { Comment } from '../../../contract/posts.ts'

type BeyondSpecification = 'html' | 'handle' | 'badge' | 'version' | 'edited' | 'parent' | 'accepted'

/** Fields beyond the specification may be missing. */
export type Entry = Omit<Comment, BeyondSpecification> & Partial<Pick<Comment, BeyondSpecification>>

export const isEditable = ({ version }: Entry): boolean => version !== undefined
