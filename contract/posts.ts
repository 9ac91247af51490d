import { type Static, Type } from 'typebox'
import { Id, Moment } from './accounts.ts'
import { type FormValue, form, requiredProse } from './fields.ts'
import { MOST } from './limits.ts'

/** A post and a comment are written the same way. */
export const NewText = form({ text: requiredProse('Text', MOST.post) })
export type NewText = FormValue<typeof NewText>

export const Like = Type.Object({ user: Id })
export type Like = Static<typeof Like>

const written = {
  _id: Id,
  text: Type.String(),
  name: Type.String(),
  avatar: Type.String(),
  user: Id,
  date: Moment,
}

export const Comment = Type.Object(written)
export type Comment = Static<typeof Comment>

export const Post = Type.Object({
  ...written,
  likes: Type.Array(Like),
  likeCount: Type.Integer(),
  comments: Type.Array(Comment),
  commentCount: Type.Integer(),
})
export type Post = Static<typeof Post>
