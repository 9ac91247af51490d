import { Type } from 'typebox'
import { type Call, Done, idOf } from './call.ts'
import {
  Comment,
  CommentPage,
  FeedPage,
  Like,
  Marks,
  MarksQuery,
  NewComment,
  NewPost,
  Post,
} from './posts.ts'

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
    sameForAll: true,
    ...FeedPage,
    answer: Type.Array(Post),
  },
  'GET /api/posts/:id': {
    id: 'getPost',
    summary: 'One post',
    description: 'A post with its newest likes and comments.',
    access: 'reader',
    sameForAll: true,
    params: postParams,
    answer: Post,
    failures: [404],
  },
  'GET /api/posts/:id/comments': {
    id: 'listComments',
    summary: 'All comments of a post',
    description:
      'A page of the comments on a post, or of its accepted answers, newest first, including those that the post ' +
      'itself leaves out.',
    access: 'reader',
    sameForAll: true,
    params: postParams,
    ...CommentPage,
    answer: Type.Array(Comment),
    failures: [404],
  },
  'POST /api/posts': {
    id: 'createPost',
    summary: 'Write a post',
    description: 'Publishes a text to all members, as a post or as a question, and returns the post.',
    access: 'member',
    body: NewPost,
    answer: Post,
  },
  'DELETE /api/posts/:id': {
    id: 'deletePost',
    summary: 'Delete a post',
    description: 'Deletes one of your posts with its likes and comments.',
    access: 'member',
    params: postParams,
    answer: Done,
    failures: [403, 404],
  },
  'PUT /api/posts/like/:id': {
    id: 'likePost',
    summary: 'Like a post',
    description: 'Likes a post and returns its newest likes. Liking it again changes nothing.',
    access: 'member',
    params: postParams,
    answer: Type.Array(Like),
    failures: [404],
  },
  'PUT /api/posts/unlike/:id': {
    id: 'unlikePost',
    summary: 'Unlike a post',
    description: 'Removes your like of a post, if there is one, and returns its newest likes.',
    access: 'member',
    params: postParams,
    answer: Type.Array(Like),
    failures: [404],
  },
  'POST /api/posts/comment/:id': {
    id: 'addComment',
    summary: 'Comment on a post',
    description: 'Adds a comment to a post and returns its newest comments, starting with the new one.',
    access: 'member',
    params: postParams,
    body: NewComment,
    answer: Type.Array(Comment),
    failures: [403, 404],
  },
  'DELETE /api/posts/comment/:id/:commentId': {
    id: 'deleteComment',
    summary: 'Delete a comment',
    description:
      'Deletes one of your comments and returns the newest remaining ones. Comments that answered it stay.',
    access: 'member',
    params: commentParams,
    answer: Type.Array(Comment),
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
    answer: Post,
    failures: [400, 403, 404],
  },
  'DELETE /api/posts/comment/:id/:commentId/accepted': {
    id: 'unacceptComment',
    summary: 'Take an acceptance back',
    description: 'Takes back that a comment was accepted, if it was, and returns the post.',
    access: 'member',
    params: commentParams,
    answer: Post,
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
    answer: Marks,
  },
} as const satisfies Record<string, Call>
