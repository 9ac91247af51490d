import { COMMENTS_IN_WINDOW, POSTS_IN_WINDOW, WRITES_WINDOW } from '../../../contract/limits.ts'
import type { Limit } from '../accounts/attempts.ts'

// Edits count too.
export const POSTS: Limit = { kind: 'posts', max: POSTS_IN_WINDOW, window: WRITES_WINDOW }
export const COMMENTS: Limit = { kind: 'comments', max: COMMENTS_IN_WINDOW, window: WRITES_WINDOW }
