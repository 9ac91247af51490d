import { api, mutation, query } from '../../app/api/api.ts'
import { requireList } from '../../app/api/responses.ts'

const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    sessions: query(build, 'GET /api/auth/sessions', { read: requireList }),
    endSession: mutation(build, 'DELETE /api/auth/sessions/:id', {
      read: requireList,
      onDone: (left, { dispatch }) =>
        dispatch(sessionApi.util.updateQueryData('sessions', undefined, () => left)),
    }),
  }),
})

export const { useSessionsQuery, useEndSessionMutation } = sessionApi
