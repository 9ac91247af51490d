import { htmlOf, type Rendered } from '../markdown/rendered.ts'

/** A post or a comment as it is when it has just been written. */
export const newWriting = (id: string, userId: string, text: string, rendered: Rendered) => ({
  id,
  user_id: userId,
  text,
  html: htmlOf({ text, ...rendered }),
  version: 1,
  edited_at: null,
})
