import { Type } from 'typebox'
import { type Call, idOf } from './call.ts'
import { paged } from './fields/queries.ts'
import { EditedText, Preview, Version } from './markdown.ts'
import { Comment, NewText, Post } from './posts.ts'

const postParams = { id: idOf('the post') }
const commentParams = { ...postParams, commentId: idOf('the comment') }

export const editingCalls = {
  'POST /api/preview': {
    id: 'previewText',
    summary: 'Preview a text',
    description: 'Returns the HTML that a post or comment with this text would have. Nothing is stored.',
    access: 'member',
    body: NewText,
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
    sameForAll: true,
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
    sameForAll: true,
    params: commentParams,
    ...paged,
    response: Type.Array(Version),
    failures: [404],
  },
} as const satisfies Record<string, Call>
