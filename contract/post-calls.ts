import { Type } from 'typebox'
import { type Call, Done, idOf } from './call.ts'
import { Comment, Like, Marks, MarksQuery, NewText, Post } from './posts.ts'
import { filterId, paged, pagedBy } from './queries.ts'

const ofPost = { id: idOf('the post') }

export const postCalls = {
  'GET /api/posts': {
    id: 'listPosts',
    summary: 'All posts',
    description:
      'The posts of everyone, or of one author, newest first, page by page, each with its newest likes and ' +
      'comments.',
    access: 'member',
    sameForAll: true,
    ...pagedBy({ author: filterId('Whose posts; without it those of everyone') }),
    answer: Type.Array(Post),
  },
  'GET /api/posts/:id': {
    id: 'getPost',
    summary: 'One post',
    description: 'A post with its newest likes and comments.',
    access: 'member',
    sameForAll: true,
    params: ofPost,
    answer: Post,
    failures: [404],
  },
  'GET /api/posts/:id/comments': {
    id: 'listComments',
    summary: 'All comments of a post',
    description:
      'The comments of a post, newest first, page by page: also those that the post itself leaves out.',
    access: 'member',
    sameForAll: true,
    params: ofPost,
    ...paged,
    answer: Type.Array(Comment),
    failures: [404],
  },
  'POST /api/posts': {
    id: 'createPost',
    summary: 'Write a post',
    description: 'Publishes a text for all members, and answers the post.',
    access: 'member',
    body: NewText,
    answer: Post,
  },
  'DELETE /api/posts/:id': {
    id: 'deletePost',
    summary: 'Delete a post',
    description: 'Deletes an own post with its likes and comments.',
    access: 'member',
    params: ofPost,
    answer: Done,
    failures: [403, 404],
  },
  'PUT /api/posts/like/:id': {
    id: 'likePost',
    summary: 'Like a post',
    description: 'Likes a post, once however often it is called, and answers its newest likes.',
    access: 'member',
    params: ofPost,
    answer: Type.Array(Like),
    failures: [404],
  },
  'PUT /api/posts/unlike/:id': {
    id: 'unlikePost',
    summary: 'Take a like back',
    description: 'Takes the own like of a post back, if there is one, and answers its newest likes.',
    access: 'member',
    params: ofPost,
    answer: Type.Array(Like),
    failures: [404],
  },
  'POST /api/posts/comment/:id': {
    id: 'addComment',
    summary: 'Comment on a post',
    description: 'Adds a comment to a post, and answers its newest comments with the new one first.',
    access: 'member',
    params: ofPost,
    body: NewText,
    answer: Type.Array(Comment),
    failures: [404],
  },
  'DELETE /api/posts/comment/:id/:commentId': {
    id: 'deleteComment',
    summary: 'Delete a comment',
    description: 'Deletes an own comment, and answers the newest comments that are left.',
    access: 'member',
    params: { ...ofPost, commentId: idOf('the comment') },
    answer: Type.Array(Comment),
    failures: [403, 404],
  },
  'GET /api/marks': {
    id: 'getMarks',
    summary: 'Which posts the user has marked',
    description:
      'Which of these posts the current user has liked or bookmarked, in the order asked. Posts themselves ' +
      'are the same for everyone, so this is not told in them.',
    access: 'member',
    query: MarksQuery,
    answer: Marks,
  },
} as const satisfies Record<string, Call>
