import { type Static, Type } from 'typebox'
import { PersonSummary } from './accounts.ts'
import { type Call, Done, idOf } from './call.ts'
import { paged } from './fields/queries.ts'
import { Post } from './posts.ts'

export const Follows = Type.Object(
  { people: Type.Array(PersonSummary), tags: Type.Array(Type.String()) },
  { description: 'The people and tags that the user follows, most recently followed first' },
)
export type Follows = Static<typeof Follows>

const person = { id: idOf('the person') }
const tag = { tag: Type.String({ description: 'The tag without #, in any case' }) }

export const followCalls = {
  'GET /api/follows': {
    id: 'listFollows',
    summary: 'The people and tags that the user follows',
    description: 'The people and the tags that the current user follows. Nobody else can see them.',
    access: 'member',
    response: Follows,
  },
  'PUT /api/follows/people/:id': {
    id: 'followPerson',
    summary: 'Follow a person',
    description:
      'Their posts are in the feed `following` from now on. Following them again changes nothing. Someone who ' +
      'has blocked you cannot be followed.',
    access: 'contributor',
    params: person,
    response: Done,
    failures: [400, 403, 404],
  },
  'DELETE /api/follows/people/:id': {
    id: 'unfollowPerson',
    summary: 'Unfollow a person',
    description: 'Ends following the person, if the user does.',
    access: 'member',
    params: person,
    response: Done,
    failures: [404],
  },
  'PUT /api/follows/tags/:tag': {
    id: 'followTag',
    summary: 'Follow a tag',
    description: 'Posts with this tag are in the feed `following`. Following it again changes nothing.',
    access: 'contributor',
    params: tag,
    response: Done,
    failures: [400],
  },
  'DELETE /api/follows/tags/:tag': {
    id: 'unfollowTag',
    summary: 'Unfollow a tag',
    description: 'Ends following the tag, if the user does.',
    access: 'member',
    params: tag,
    response: Done,
    failures: [400],
  },
} as const satisfies Record<string, Call>

const bookmarkParams = { postId: idOf('the post') }

export const bookmarkCalls = {
  'GET /api/bookmarks': {
    id: 'listBookmarks',
    summary: 'The posts that the user has bookmarked',
    description: 'A page of these posts, most recently bookmarked first. Nobody else can see them.',
    access: 'member',
    ...paged,
    response: Type.Array(Post),
  },
  'PUT /api/bookmarks/:postId': {
    id: 'addBookmark',
    summary: 'Bookmark a post',
    description: 'Bookmarks a post. Bookmarking it again changes nothing.',
    access: 'member',
    params: bookmarkParams,
    response: Done,
    failures: [400, 404],
  },
  'DELETE /api/bookmarks/:postId': {
    id: 'removeBookmark',
    summary: 'Remove a bookmark',
    description: 'Removes the bookmark of a post, if there is one.',
    access: 'member',
    params: bookmarkParams,
    response: Done,
    failures: [404],
  },
} as const satisfies Record<string, Call>
