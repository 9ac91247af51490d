import { Type } from 'typebox'
import { AccountChanges, Login, PasswordChange, Registration, Session, Token, User } from './accounts.ts'
import { type Call, Done, idOf } from './call.ts'

export const accountCalls = {
  'POST /api/users': {
    id: 'register',
    summary: 'Register',
    description: 'Creates an account and signs it in. There is one account per email address.',
    access: 'anyone',
    body: Registration,
    answer: Token,
  },
  'GET /api/auth': {
    id: 'getCurrentUser',
    summary: 'The current user',
    description: 'Returns the user the token belongs to.',
    access: 'member',
    answer: User,
  },
  'POST /api/auth': {
    id: 'logIn',
    summary: 'Log in',
    description:
      'Opens a session that lasts 30 days from its last use. Only failed attempts count towards the rate limit.',
    access: 'anyone',
    body: Login,
    answer: Token,
    failures: [403],
  },
  'DELETE /api/auth': {
    id: 'logOut',
    summary: 'Log out',
    description: 'Ends the session of the token in the request.',
    access: 'member',
    answer: Done,
  },
  'PUT /api/auth/account': {
    id: 'changeAccount',
    summary: 'Change the account',
    description:
      'Changes the given fields and returns the account. A new name also appears on existing posts. An old ' +
      'handle still leads to the account, and nobody else can take it.',
    access: 'member',
    body: AccountChanges,
    answer: User,
  },
  'PUT /api/auth/password': {
    id: 'changePassword',
    summary: 'Change the password',
    description:
      'Requires the current password, ends all sessions and opens a new one. The token in the request is ' +
      'revoked too, as someone else may hold it.',
    access: 'member',
    body: PasswordChange,
    answer: Token,
  },
  'GET /api/auth/sessions': {
    id: 'listSessions',
    summary: 'Where the user is signed in',
    description: 'All sessions of the current user, most recently used first.',
    access: 'member',
    answer: Type.Array(Session),
  },
  'DELETE /api/auth/sessions/:id': {
    id: 'endSession',
    summary: 'End a session',
    description: 'Ends one of your sessions and returns the remaining ones.',
    access: 'member',
    params: { id: idOf('the session') },
    answer: Type.Array(Session),
    failures: [404],
  },
  'DELETE /api/profile': {
    id: 'deleteAccount',
    summary: 'Delete the account',
    description: 'Deletes the account, its profile and everything it has written. This cannot be undone.',
    access: 'member',
    answer: Done,
  },
} as const satisfies Record<string, Call>
