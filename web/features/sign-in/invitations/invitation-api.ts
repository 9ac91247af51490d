import type { Invitation } from '../../../../contract/sign-in.ts'
import { call, callOnly, callPage, type Page, requireObject } from '../../../app/api/client.ts'
import { api, byCursor, onSuccess, prependItems, removeItem, resultOf } from '../../../app/state/api.ts'

const invitationApi = api.injectEndpoints({
  endpoints: (build) => ({
    invitations: build.infiniteQuery<Page<Invitation>, void, string | null>({
      infiniteQueryOptions: byCursor,
      queryFn: ({ pageParam: cursor }, { signal }) =>
        resultOf(callPage('GET /api/invitations', { cursor, signal })),
    }),
    createInvitation: build.mutation<Invitation, { uses: number; days: number }>({
      queryFn: async (body) =>
        resultOf(call('POST /api/invitations', { body }).then((created) => requireObject(created, '_id'))),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        onSuccess(queryFulfilled, (created) =>
          dispatch(
            invitationApi.util.updateQueryData('invitations', undefined, (list) =>
              prependItems(list, [created]),
            ),
          ),
        ),
    }),
    revokeInvitation: build.mutation<null, string>({
      queryFn: (id) => resultOf(callOnly('DELETE /api/invitations/:id', { params: { id } })),
      onQueryStarted: (id, { dispatch, queryFulfilled }) =>
        onSuccess(queryFulfilled, () =>
          dispatch(
            invitationApi.util.updateQueryData('invitations', undefined, (list) => removeItem(list, id)),
          ),
        ),
    }),
  }),
})

export const { useInvitationsInfiniteQuery, useCreateInvitationMutation, useRevokeInvitationMutation } =
  invitationApi
