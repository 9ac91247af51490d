import { Type } from 'typebox'
import { AccountChanges, Login, PasswordChange, Registration, Session, Token, User } from './accounts.ts'
import { type Call, Done, idOf } from './call.ts'

export const accountCalls = {
  'POST /api/users': {
    id: 'register',
    summary: 'Register',
    description: 'Makes an account and signs it in. An email can have one account.',
    access: 'anyone',
    body: Registration,
    answer: Token,
  },
  'GET /api/auth': {
    id: 'getCurrentUser',
    summary: 'The current user',
    description: 'Tells whose token this is.',
    access: 'member',
    answer: User,
  },
  'POST /api/auth': {
    id: 'logIn',
    summary: 'Log in',
    description:
      'Opens a session that lasts 30 days from its last use. Only failures count towards the limit of tries.',
    access: 'anyone',
    body: Login,
    answer: Token,
  },
  'DELETE /api/auth': {
    id: 'logOut',
    summary: 'Log out',
    description: 'Ends the session of the token that was sent.',
    access: 'member',
    answer: Done,
  },
  'PUT /api/auth/account': {
    id: 'changeAccount',
    summary: 'Change the account',
    description: 'Changes what is given, and answers the account. A new name stands beside old posts too.',
    access: 'member',
    body: AccountChanges,
    answer: User,
  },
  'PUT /api/auth/password': {
    id: 'changePassword',
    summary: 'Change the password',
    description:
      'Asks for the password that was valid until now, ends all sessions, and opens a new one. The token ' +
      'that was sent ends too, as someone else may hold it.',
    access: 'member',
    body: PasswordChange,
    answer: Token,
  },
  'GET /api/auth/sessions': {
    id: 'listSessions',
    summary: 'Where the user is signed in',
    description: 'All sessions of the user, latest use first.',
    access: 'member',
    answer: Type.Array(Session),
  },
  'DELETE /api/auth/sessions/:id': {
    id: 'endSession',
    summary: 'End a session',
    description: 'Ends one of the own sessions, and lists those that are left.',
    access: 'member',
    params: { id: idOf('the session') },
    answer: Type.Array(Session),
    failures: [404],
  },
  'DELETE /api/profile': {
    id: 'deleteAccount',
    summary: 'Delete the account',
    description: 'Deletes the account with its profile and everything that it wrote. There is no way back.',
    access: 'member',
    answer: Done,
  },
} as const satisfies Record<string, Call>
