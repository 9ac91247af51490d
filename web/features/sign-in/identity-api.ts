import { api, mutation, query } from '../../app/api/api.ts'
import { requireList } from '../../app/api/responses.ts'

const identityApi = api.injectEndpoints({
  endpoints: (build) => ({
    identities: query(build, 'GET /api/auth/identities', { read: requireList }),
    disconnect: mutation(build, 'DELETE /api/auth/identities/:id', {
      read: requireList,
      onDone: (left, { dispatch }) =>
        dispatch(identityApi.util.updateQueryData('identities', undefined, () => left)),
    }),
  }),
})

export const { useIdentitiesQuery, useDisconnectMutation } = identityApi
