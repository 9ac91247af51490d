import { type TSchema, Type } from 'typebox'
import { Login, PasswordChange, Registration, Session, Token, User } from './accounts.ts'
import type { Form } from './fields.ts'
import { Comment, Like, Marks, MarksQuery, NewText, Post } from './posts.ts'
import { NewEducation, NewExperience, Profile, ProfileChanges, Repo } from './profiles.ts'
import { paged } from './queries.ts'

/** Everything both sides know about one call. */
export type Call = {
  summary: string
  access: 'anyone' | 'member'
  /** The answer is the same whichever member asks. */
  sameForAll?: true
  /** A list of which the query asks for a page. */
  paged?: true
  query?: Form
  body?: Form
  answer: TSchema
  /** The failures of this call beyond those that any call can have. */
  failures?: readonly (400 | 403 | 404 | 502 | 503)[]
}

const Done = Type.Object({ msg: Type.String() })

/** Every call of the API, by method and path: the product at a glance. */
export const calls = {
  'POST /api/users': { summary: 'Register', access: 'anyone', body: Registration, answer: Token },
  'GET /api/auth': { summary: 'The current user', access: 'member', answer: User },
  'POST /api/auth': { summary: 'Log in', access: 'anyone', body: Login, answer: Token },
  'DELETE /api/auth': { summary: 'Log out: ends this session', access: 'member', answer: Done },
  'PUT /api/auth/password': {
    summary: 'Change the password: ends all sessions, and opens a new one',
    access: 'member',
    body: PasswordChange,
    answer: Token,
  },
  'GET /api/auth/sessions': {
    summary: 'Where the user is signed in, latest use first',
    access: 'member',
    answer: Type.Array(Session),
  },
  'DELETE /api/auth/sessions/:id': {
    summary: 'End one of the own sessions',
    access: 'member',
    answer: Type.Array(Session),
    failures: [404],
  },

  'GET /api/profile': {
    summary: 'All profiles, newest first',
    access: 'anyone',
    ...paged,
    answer: Type.Array(Profile),
  },
  'GET /api/profile/me': { summary: 'Own profile', access: 'member', answer: Profile, failures: [404] },
  'GET /api/profile/user/:id': {
    summary: 'The profile of a user',
    access: 'anyone',
    answer: Profile,
    failures: [404],
  },
  'GET /api/profile/github/:username': {
    summary: 'The latest public repositories of a user of the code host',
    access: 'anyone',
    answer: Type.Array(Repo),
    failures: [404, 502],
  },
  'POST /api/profile': {
    summary: 'Create or update the own profile; status and skills are needed to create it',
    access: 'member',
    body: ProfileChanges,
    answer: Profile,
  },
  'DELETE /api/profile': {
    summary: 'Delete the account with everything it wrote',
    access: 'member',
    answer: Done,
  },
  'PUT /api/profile/experience': {
    summary: 'Add an experience',
    access: 'member',
    body: NewExperience,
    answer: Profile,
    failures: [404],
  },
  'DELETE /api/profile/experience/:id': {
    summary: 'Remove an experience',
    access: 'member',
    answer: Profile,
    failures: [404],
  },
  'PUT /api/profile/education': {
    summary: 'Add an education',
    access: 'member',
    body: NewEducation,
    answer: Profile,
    failures: [404],
  },
  'DELETE /api/profile/education/:id': {
    summary: 'Remove an education',
    access: 'member',
    answer: Profile,
    failures: [404],
  },

  'GET /api/posts': {
    summary: 'All posts, newest first',
    access: 'member',
    sameForAll: true,
    ...paged,
    answer: Type.Array(Post),
  },
  'GET /api/posts/:id': {
    summary: 'One post',
    access: 'member',
    sameForAll: true,
    answer: Post,
    failures: [404],
  },
  'GET /api/posts/:id/comments': {
    summary: 'All comments of a post, newest first',
    access: 'member',
    sameForAll: true,
    ...paged,
    answer: Type.Array(Comment),
    failures: [404],
  },
  'POST /api/posts': { summary: 'Write a post', access: 'member', body: NewText, answer: Post },
  'DELETE /api/posts/:id': {
    summary: 'Delete an own post',
    access: 'member',
    answer: Done,
    failures: [403, 404],
  },
  'PUT /api/posts/like/:id': {
    summary: 'Like a post',
    access: 'member',
    answer: Type.Array(Like),
    failures: [404],
  },
  'PUT /api/posts/unlike/:id': {
    summary: 'Take a like back',
    access: 'member',
    answer: Type.Array(Like),
    failures: [404],
  },
  'POST /api/posts/comment/:id': {
    summary: 'Comment on a post',
    access: 'member',
    body: NewText,
    answer: Type.Array(Comment),
    failures: [404],
  },
  'DELETE /api/posts/comment/:id/:commentId': {
    summary: 'Delete an own comment',
    access: 'member',
    answer: Type.Array(Comment),
    failures: [403, 404],
  },

  'GET /api/marks': {
    summary: 'Which of these posts the user has liked or bookmarked',
    access: 'member',
    query: MarksQuery,
    answer: Marks,
  },
} as const satisfies Record<string, Call>

export type Calls = typeof calls
export type CallName = keyof Calls
