import { type Static, Type } from 'typebox'
import { Avatar, Id, Moment } from './accounts.ts'
import { type FormValue, form, requiredProse } from './fields.ts'
import { Handle } from './handles.ts'
import { MAX_LENGTH, MAX_MARKED_POSTS } from './limits.ts'
import { idList } from './queries.ts'
import { edition, Html } from './writing.ts'

/** The form for a post, and for a comment. */
export const NewText = form({ text: requiredProse('Text', MAX_LENGTH.post) })
export type NewText = FormValue<typeof NewText>

export const Like = Type.Object({ user: Id })
export type Like = Static<typeof Like>

const writing = {
  _id: Id,
  text: Type.String({ description: 'Markdown, as it was written' }),
  html: Html,
  name: Type.String({ description: 'The current name of the author' }),
  handle: Handle,
  avatar: Avatar,
  user: Type.String({ format: 'uuid', description: 'The author' }),
  date: Moment,
  ...edition,
}

export const Comment = Type.Object(writing)
export type Comment = Static<typeof Comment>

export const Post = Type.Object({
  ...writing,
  tags: Type.Array(Type.String(), {
    description: 'The tags in the text, in lower case, in the order in which they appear',
  }),
  likes: Type.Array(Like, { description: 'Newest first; only the newest if there are many' }),
  likeCount: Type.Integer({ minimum: 0, description: 'The total number of likes' }),
  comments: Type.Array(Comment, { description: 'Newest first; only the newest if there are many' }),
  commentCount: Type.Integer({ minimum: 0, description: 'The total number of comments' }),
})
export type Post = Static<typeof Post>

export const MarksQuery = form({
  posts: idList('Posts', MAX_MARKED_POSTS, 'The ids of the posts to look up'),
})

export const Marks = Type.Object(
  { liked: Type.Array(Id), bookmarked: Type.Array(Id) },
  { description: 'The ids of the posts that the current user has marked' },
)
export type Marks = Static<typeof Marks>
