import { Token } from './accounts.ts'
import type { Call } from './call.ts'
import { ProviderSignIn } from './sign-in.ts'

export const signInCalls = {
  'POST /api/auth/provider': {
    id: 'signInByProvider',
    summary: 'Finish a sign-in through a provider',
    description:
      'Takes the one-time code with which the browser came back from the provider, and the cookie that it got with ' +
      'it. If the email already has an account, its password is needed once, to connect both.',
    access: 'anyone',
    body: ProviderSignIn,
    answer: Token,
    failures: [403],
  },
} as const satisfies Record<string, Call>
