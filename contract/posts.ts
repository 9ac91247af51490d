import { type Static, Type } from 'typebox'
import { Avatar, Badge, Id, Moment } from './accounts.ts'
import { flag, optionalId, requiredProse } from './fields.ts'
import { type FormValue, form } from './form.ts'
import { Handle } from './handles.ts'
import { FEEDS, MAX_LENGTH, MAX_MARKED_POSTS } from './limits.ts'
import { filterChoice, filterFlag, filterId, filterTag, idList, pagedBy } from './queries.ts'
import { edition, Html } from './writing.ts'

const text = requiredProse('Text', MAX_LENGTH.post)

/** The form for a text that is not stored. */
export const NewText = form({ text })
export type NewText = FormValue<typeof NewText>

export const NewPost = form({ text, question: flag('Question', 'Whether it asks for an answer') })
export type NewPost = FormValue<typeof NewPost>

export const NewComment = form({
  text,
  parent: optionalId(
    'Parent',
    'The comment that it answers; the top one of the thread if it answers a reply',
  ),
})
export type NewComment = FormValue<typeof NewComment>

export const Like = Type.Object({ user: Id })
export type Like = Static<typeof Like>

const writing = {
  _id: Id,
  text: Type.String({ description: 'Markdown, as it was written' }),
  html: Html,
  name: Type.String({ description: 'The current name of the author' }),
  handle: Handle,
  avatar: Avatar,
  badge: Badge,
  user: Type.String({ format: 'uuid', description: 'The author' }),
  date: Moment,
  ...edition,
}

export const Comment = Type.Object({
  ...writing,
  parent: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    format: 'uuid',
    description:
      'The comment on the same post that it answers, which itself answers none; null if there is none, or not any more',
  }),
  accepted: Type.Boolean({ description: 'Whether it was accepted as an answer to the question' }),
})
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
  question: Type.Boolean({ description: 'Whether it asks for an answer' }),
  solved: Type.Boolean({ description: 'Whether at least one comment was accepted as an answer' }),
})
export type Post = Static<typeof Post>

/** Filters that are given together all apply. */
export const FeedPage = pagedBy({
  author: filterId('Only posts by this user'),
  tag: filterTag('Only posts with this tag, with or without #, in any case'),
  feed: filterChoice(
    'Feed',
    FEEDS,
    'Only a part of all posts: those of people and tags that the current user follows, questions, questions with ' +
      'no accepted answer, or those of them whose tags are among the skills of the current user',
  ),
})

export const CommentPage = pagedBy({ accepted: filterFlag('Only comments that were accepted as an answer') })

export const MarksQuery = form({
  posts: idList('Posts', MAX_MARKED_POSTS, 'The ids of the posts to look up'),
})

export const Marks = Type.Object(
  { liked: Type.Array(Id), bookmarked: Type.Array(Id) },
  { description: 'The ids of the posts that the current user has marked' },
)
export type Marks = Static<typeof Marks>
