import type { Comment } from '../../contract/posts.ts'

/** A post or a comment. What lies beyond the specification may be missing, as a server need not know it. */
export type Entry = Comment & {
  html?: string
  handle?: string
  version?: number
  edited?: string | null
}
