import type { Pending } from '../../../contract/accounts.ts'
import { api, mutation, query } from '../../app/api/api.ts'
import { requireList, requireObject } from '../../app/api/responses.ts'
import type { CallError } from '../../app/api/results.ts'
import { alertErrors, showErrors } from '../../app/state/alert-slice.ts'
import { signedIn, signedOut, signInFailed } from '../../app/state/auth-slice.ts'
import { siteChanged } from '../../app/state/site-slice.ts'
import type { Dispatch, State } from '../../app/state/store.ts'
import { loadUser, refreshUser } from '../accounts/session.ts'

type Entered = { token: string }
type Store = { dispatch: Dispatch; getState: () => State }

const readToken = (response: Entered) => requireObject(response, 'token')

function readEntered(response: Entered | Pending): Entered | Pending {
  const entered = requireObject(response)
  return 'pending' in entered ? entered : readToken(entered)
}

const byPassword = {
  read: readEntered,
  onDone(entered: Entered | Pending, { dispatch, getState }: Store) {
    if ('pending' in entered) return
    // Someone else's data may still be here, together with their token.
    if (getState().auth.setAside) dispatch(signedOut())
    dispatch(signedIn(entered))
    dispatch(loadUser())
  },
  onFail({ errors }: CallError, { dispatch }: Store) {
    dispatch(showErrors(errors))
    dispatch(signInFailed())
  },
}

/** If it fails, whoever is signed in stays so. */
function enterByLink({ token }: Entered, { dispatch }: Pick<Store, 'dispatch'>): void {
  // Someone else may have been signed in here.
  dispatch(signedOut())
  dispatch(signedIn({ token }))
  dispatch(loadUser())
}

const signInApi = api.injectEndpoints({
  endpoints: (build) => ({
    logIn: mutation(build, 'POST /api/auth', byPassword),
    register: mutation(build, 'POST /api/users', byPassword),
    enterByProvider: mutation(build, 'POST /api/auth/provider', {
      read: readEntered,
      onDone: (entered, step) => 'token' in entered && enterByLink(entered, step),
      // Without a password, nobody has typed anything yet.
      onFail: (error, step) => step.sent.body.password && alertErrors(error, step),
    }),
    resetPassword: mutation(build, 'PUT /api/auth/reset', {
      read: readToken,
      onDone: enterByLink,
      onFail: alertErrors,
    }),
    setUp: mutation(build, 'POST /api/setup', {
      read: readToken,
      onDone(entered, step) {
        enterByLink(entered, step)
        step.dispatch(siteChanged({ name: step.sent.body.community.trim() }))
      },
      onFail: alertErrors,
    }),
    requestReset: mutation(build, 'POST /api/auth/reset', {
      read: (response) => requireObject(response, 'msg'),
      onFail: alertErrors,
    }),
    confirmEmail: mutation(build, 'PUT /api/auth/confirmation', {
      onDone: (_, { dispatch }) => void dispatch(refreshUser()),
    }),
    connect: mutation(build, 'POST /api/auth/identities', {
      read: (response) => requireObject(response, 'url'),
      onFail: alertErrors,
    }),
    identities: query(build, 'GET /api/auth/identities', { read: requireList }),
    disconnect: mutation(build, 'DELETE /api/auth/identities/:id', {
      read: requireList,
      onDone: (left, { dispatch }) =>
        dispatch(signInApi.util.updateQueryData('identities', undefined, () => left)),
    }),
  }),
})

export const {
  useLogInMutation,
  useRegisterMutation,
  useEnterByProviderMutation,
  useResetPasswordMutation,
  useSetUpMutation,
  useRequestResetMutation,
  useConfirmEmailMutation,
  useIdentitiesQuery,
  useConnectMutation,
  useDisconnectMutation,
} = signInApi
export const { logIn, register } = signInApi.endpoints
