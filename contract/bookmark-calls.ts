import { Type } from 'typebox'
import { type Call, Done, idOf } from './call.ts'
import { Post } from './posts.ts'
import { paged } from './queries.ts'

const params = { postId: idOf('the post') }

export const bookmarkCalls = {
  'GET /api/bookmarks': {
    id: 'listBookmarks',
    summary: 'The posts that the user has bookmarked',
    description: 'A page of these posts, most recently bookmarked first. Nobody else can see them.',
    access: 'member',
    ...paged,
    answer: Type.Array(Post),
  },
  'PUT /api/bookmarks/:postId': {
    id: 'addBookmark',
    summary: 'Bookmark a post',
    description: 'Bookmarks a post. Bookmarking it again changes nothing.',
    access: 'member',
    params,
    answer: Done,
    failures: [400, 404],
  },
  'DELETE /api/bookmarks/:postId': {
    id: 'removeBookmark',
    summary: 'Remove a bookmark',
    description: 'Removes the bookmark of a post, if there is one.',
    access: 'member',
    params,
    answer: Done,
    failures: [404],
  },
} as const satisfies Record<string, Call>
