import { type Static, Type } from 'typebox'
import { Id, Moment } from './accounts.ts'
import { type FormValue, form, requiredProse } from './fields.ts'
import { MARKS_MOST, MOST } from './limits.ts'
import { idList } from './queries.ts'

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

export const MarksQuery = form({ posts: idList('Posts', MARKS_MOST, 'The ids of the posts in question') })

/** Which posts are marked by the one who asks; apart from the posts, which are the same for all. */
export const Marks = Type.Object({
  liked: Type.Array(Id),
  bookmarked: Type.Array(Id),
})
export type Marks = Static<typeof Marks>
