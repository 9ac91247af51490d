import type { ConnectedIdentity } from '../../../contract/sign-in.ts'
import { call, requireList } from '../../app/api/client.ts'
import { api, onSuccess, resultOf } from '../../app/state/api.ts'

const identityApi = api.injectEndpoints({
  endpoints: (build) => ({
    identities: build.query<ConnectedIdentity[], void>({
      queryFn: (_, { signal }) => resultOf(call('GET /api/auth/identities', { signal }).then(requireList)),
    }),
    disconnect: build.mutation<ConnectedIdentity[], string>({
      queryFn: (id) =>
        resultOf(call('DELETE /api/auth/identities/:id', { params: { id } }).then(requireList)),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        onSuccess(queryFulfilled, (left) =>
          dispatch(identityApi.util.updateQueryData('identities', undefined, () => left)),
        ),
    }),
  }),
})

export const { useIdentitiesQuery, useDisconnectMutation } = identityApi
