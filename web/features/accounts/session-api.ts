import type { Session } from '../../../contract/accounts.ts'
import { call, requireList } from '../../app/api/client.ts'
import { api, onSuccess, resultOf } from '../../app/state/api.ts'

const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    sessions: build.query<Session[], void>({
      queryFn: (_, { signal }) => resultOf(call('GET /api/auth/sessions', { signal }).then(requireList)),
    }),
    endSession: build.mutation<Session[], string>({
      queryFn: (id) => resultOf(call('DELETE /api/auth/sessions/:id', { params: { id } }).then(requireList)),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        onSuccess(queryFulfilled, (left) =>
          dispatch(sessionApi.util.updateQueryData('sessions', undefined, () => left)),
        ),
    }),
  }),
})

export const { useSessionsQuery, useEndSessionMutation } = sessionApi
