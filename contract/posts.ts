import { type Static, Type } from 'typebox'
import { Avatar, Badge, Id, Moment } from './accounts.ts'
import { type Call, Done, idOf } from './call.ts'
import { flag, optionalId, requiredProse } from './fields/fields.ts'
import { type FormValue, form } from './fields/form.ts'
import { Handle } from './fields/handles.ts'
import { filterChoice, filterFlag, filterId, filterTag, idList, paged, pagedBy } from './fields/queries.ts'
import { FEEDS, MAX_LENGTH, MAX_MARKED_POSTS } from './limits.ts'
import { EditedText, edition, Html, Preview, Version } from './markdown.ts'

const text = requiredProse('Text', MAX_LENGTH.post)

/** Of a post, a comment or a page of the community. */
export const NewText = form({ text: requiredProse('Text', MAX_LENGTH.sitePage) })
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

const FeedPage = pagedBy({
  author: filterId('Only posts by this user'),
  tag: filterTag('Only posts with this tag, with or without #, in any case'),
  feed: filterChoice(
    'Feed',
    FEEDS,
    'Only a part of all posts: those of people and tags that the current user follows, questions, questions with ' +
      'no accepted answer, or those of them whose tags are among the skills of the current user',
  ),
})

const CommentPage = pagedBy({ accepted: filterFlag('Only comments that were accepted as an answer') })

const MarksQuery = form({
  posts: idList('Posts', MAX_MARKED_POSTS, 'The ids of the posts to look up'),
})

export const Marks = Type.Object(
  { liked: Type.Array(Id), bookmarked: Type.Array(Id) },
  { description: 'The ids of the posts that the current user has marked' },
)
export type Marks = Static<typeof Marks>

const postParams = { id: idOf('the post') }
const commentParams = { ...postParams, commentId: idOf('the comment') }

export const postCalls = {
  'GET /api/posts': {
    id: 'listPosts',
    summary: 'All posts',
    description:
      'A page of all posts, or of those by one author, with one tag or of one feed, newest first, each with its ' +
      'newest likes and comments. The feeds `following` and `for-me` are for members only.',
    access: 'reader',
    ...FeedPage,
    response: Type.Array(Post),
  },
  'GET /api/posts/:id': {
    id: 'getPost',
    summary: 'One post',
    description: 'A post with its newest likes and comments.',
    access: 'reader',
    params: postParams,
    response: Post,
    failures: [404],
  },
  'GET /api/posts/:id/comments': {
    id: 'listComments',
    summary: 'All comments of a post',
    description:
      'A page of the comments on a post, or of its accepted answers, newest first, including those that the post ' +
      'itself leaves out.',
    access: 'reader',
    params: postParams,
    ...CommentPage,
    response: Type.Array(Comment),
    failures: [404],
  },
  'POST /api/posts': {
    id: 'createPost',
    summary: 'Write a post',
    description: 'Publishes a text to all members, as a post or as a question, and returns the post.',
    access: 'contributor',
    body: NewPost,
    response: Post,
  },
  'DELETE /api/posts/:id': {
    id: 'deletePost',
    summary: 'Delete a post',
    description:
      'Deletes one of your posts with its likes and comments. You can restore it within a minute, unless a ' +
      'moderator has removed it.',
    access: 'member',
    params: postParams,
    response: Done,
    failures: [403, 404],
  },
  'POST /api/posts/:id/restore': {
    id: 'restorePost',
    summary: 'Restore a deleted post',
    description:
      'Restores a post that you have deleted within the last minute, with everything that belongs to it, and ' +
      'returns it.',
    access: 'member',
    params: postParams,
    response: Post,
    failures: [404],
  },
  'PUT /api/posts/like/:id': {
    id: 'likePost',
    summary: 'Like a post',
    description: 'Likes a post and returns its newest likes. Liking it again changes nothing.',
    access: 'contributor',
    params: postParams,
    response: Type.Array(Like),
    failures: [404],
  },
  'PUT /api/posts/unlike/:id': {
    id: 'unlikePost',
    summary: 'Unlike a post',
    description: 'Removes your like of a post, if there is one, and returns its newest likes.',
    access: 'member',
    params: postParams,
    response: Type.Array(Like),
    failures: [404],
  },
  'POST /api/posts/comment/:id': {
    id: 'addComment',
    summary: 'Comment on a post',
    description: 'Adds a comment to a post and returns its newest comments, starting with the new one.',
    access: 'contributor',
    params: postParams,
    body: NewComment,
    response: Type.Array(Comment),
    failures: [403, 404],
  },
  'DELETE /api/posts/comment/:id/:commentId': {
    id: 'deleteComment',
    summary: 'Delete a comment',
    description:
      'Deletes one of your comments and returns the newest remaining ones. Comments that answered it stay.',
    access: 'member',
    params: commentParams,
    response: Type.Array(Comment),
    failures: [403, 404],
  },
  'PUT /api/posts/comment/:id/:commentId/accepted': {
    id: 'acceptComment',
    summary: 'Accept an answer',
    description:
      'Accepts a comment as an answer to one of your questions, or as a moderator to any, and returns the post. ' +
      'Any number of comments can be accepted.',
    access: 'member',
    params: commentParams,
    response: Post,
    failures: [400, 403, 404],
  },
  'DELETE /api/posts/comment/:id/:commentId/accepted': {
    id: 'unacceptComment',
    summary: 'Undo the acceptance of an answer',
    description: 'Marks a comment as not accepted, and returns the post.',
    access: 'member',
    params: commentParams,
    response: Post,
    failures: [400, 403, 404],
  },
  'GET /api/marks': {
    id: 'getMarks',
    summary: 'Which posts the user has marked',
    description:
      'Which of these posts the current user has liked or bookmarked, in the order given. It is not part of ' +
      'the posts themselves, which are the same for everyone.',
    access: 'member',
    query: MarksQuery,
    response: Marks,
  },
} as const satisfies Record<string, Call>

export const editingCalls = {
  'POST /api/preview': {
    id: 'previewText',
    summary: 'Preview a text',
    description: 'Returns the HTML that a post or comment with this text would have. Nothing is stored.',
    access: 'member',
    cost: 'preview',
    body: NewText,
    // JSON may escape each character.
    maxBytes: 12 * MAX_LENGTH.sitePage + 1_024,
    response: Preview,
  },
  'PUT /api/posts/:id': {
    id: 'editPost',
    summary: 'Edit a post',
    description:
      'Replaces the text of one of your posts and returns the post. The old text stays in its history.',
    access: 'member',
    params: postParams,
    body: EditedText,
    response: Post,
    failures: [403, 404, 409],
  },
  'PUT /api/posts/comment/:id/:commentId': {
    id: 'editComment',
    summary: 'Edit a comment',
    description:
      'Replaces the text of one of your comments and returns the comment. The old text stays in its history.',
    access: 'member',
    params: commentParams,
    body: EditedText,
    response: Comment,
    failures: [403, 404, 409],
  },
  'GET /api/posts/:id/history': {
    id: 'getPostHistory',
    summary: 'The versions of a post',
    description: 'A page of the versions of a post, newest first, starting with the current one.',
    access: 'member',
    params: postParams,
    ...paged,
    response: Type.Array(Version),
    failures: [404],
  },
  'GET /api/posts/comment/:id/:commentId/history': {
    id: 'getCommentHistory',
    summary: 'The versions of a comment',
    description: 'A page of the versions of a comment, newest first, starting with the current one.',
    access: 'member',
    params: commentParams,
    ...paged,
    response: Type.Array(Version),
    failures: [404],
  },
} as const satisfies Record<string, Call>
