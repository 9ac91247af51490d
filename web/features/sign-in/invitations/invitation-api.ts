import { api, list, mutation } from '../../../app/api/api.ts'
import { prependItems, removeItem } from '../../../app/api/cached-lists.ts'
import { requireObject } from '../../../app/api/responses.ts'
import { alertErrors, showAlert } from '../../../app/state/alert-slice.ts'

const invitationApi = api.injectEndpoints({
  endpoints: (build) => ({
    invitations: list(build, 'GET /api/invitations'),
    createInvitation: mutation(build, 'POST /api/invitations', {
      read: (invitation) => requireObject(invitation, '_id'),
      onDone(created, { dispatch }) {
        dispatch(
          invitationApi.util.updateQueryData('invitations', undefined, (list) =>
            prependItems(list, [created]),
          ),
        )
        dispatch(showAlert('Invitation Created', 'success'))
      },
      onFail: alertErrors,
    }),
    revokeInvitation: mutation(build, 'DELETE /api/invitations/:id', {
      onDone: (_, { dispatch, sent: { params } }) =>
        dispatch(
          invitationApi.util.updateQueryData('invitations', undefined, (list) => removeItem(list, params.id)),
        ),
    }),
  }),
})

export const { useInvitationsInfiniteQuery, useCreateInvitationMutation, useRevokeInvitationMutation } =
  invitationApi
