import { api, mutation, query } from '../../app/api/api.ts'
import { requireObject } from '../../app/api/responses.ts'
import { alertErrors, showAlert } from '../../app/state/alert-slice.ts'

const mailApi = api.injectEndpoints({
  endpoints: (build) => ({
    mailPreferences: query(build, 'GET /api/notifications/mail', {
      read: (preferences) => requireObject(preferences, 'digest'),
    }),
    saveMailPreferences: mutation(build, 'PUT /api/notifications/mail', {
      read: (preferences) => requireObject(preferences, 'digest'),
      onDone(saved, { dispatch }) {
        dispatch(mailApi.util.updateQueryData('mailPreferences', undefined, () => saved))
        dispatch(showAlert('Notification Settings Saved', 'success'))
      },
      onFail: alertErrors,
    }),
  }),
})

export const { useMailPreferencesQuery, useSaveMailPreferencesMutation } = mailApi
