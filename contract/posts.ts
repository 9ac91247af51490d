import { type Static, Type } from 'typebox'
import { Avatar, Id, Moment } from './accounts.ts'
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
  name: Type.String({ description: 'Of the author, as it is now' }),
  avatar: Avatar,
  user: Type.String({ format: 'uuid', description: 'The author' }),
  date: Moment,
}

export const Comment = Type.Object(written)
export type Comment = Static<typeof Comment>

export const Post = Type.Object({
  ...written,
  likes: Type.Array(Like, { description: 'Newest first; of many only the newest' }),
  likeCount: Type.Integer({ minimum: 0, description: 'How many likes there are in all' }),
  comments: Type.Array(Comment, { description: 'Newest first; of many only the newest' }),
  commentCount: Type.Integer({ minimum: 0, description: 'How many comments there are in all' }),
})
export type Post = Static<typeof Post>

export const MarksQuery = form({ posts: idList('Posts', MARKS_MOST, 'The ids of the posts in question') })

export const Marks = Type.Object(
  { liked: Type.Array(Id), bookmarked: Type.Array(Id) },
  { description: 'The ids of the posts that the one who asks has marked' },
)
export type Marks = Static<typeof Marks>
