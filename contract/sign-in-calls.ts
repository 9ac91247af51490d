import { Type } from 'typebox'
import { Token } from './accounts.ts'
import { type Call, idOf } from './call.ts'
import { ConnectedIdentity, ProviderSignIn } from './sign-in.ts'

export const signInCalls = {
  'POST /api/auth/provider': {
    id: 'signInByProvider',
    summary: 'Finish a sign-in through a provider',
    description:
      'Takes the one-time code with which the browser came back from the provider, and the cookie that it got with ' +
      'it. If the email already has an account, its password is needed once, to connect both. The provider must ' +
      'have verified the email.',
    access: 'anyone',
    body: ProviderSignIn,
    answer: Token,
    failures: [403],
  },
  'GET /api/auth/identities': {
    id: 'listIdentities',
    summary: 'Connected accounts',
    description:
      'The accounts at sign-in providers with which the current user can sign in, newest first. A new password ' +
      'disconnects all but the one in use.',
    access: 'member',
    answer: Type.Array(ConnectedIdentity),
  },
  'DELETE /api/auth/identities/:id': {
    id: 'disconnectIdentity',
    summary: 'Disconnect an account at a provider',
    description:
      'Ends the other sessions that were opened through it, and returns the remaining ones. The last one cannot be ' +
      'disconnected as long as the user has no password.',
    access: 'member',
    params: { id: idOf('the connected account') },
    answer: Type.Array(ConnectedIdentity),
    failures: [400, 404],
  },
} as const satisfies Record<string, Call>
