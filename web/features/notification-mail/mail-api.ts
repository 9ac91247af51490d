import type { MailPreferences } from '../../../contract/notification-mail.ts'
import { call, requireObject } from '../../app/api/client.ts'
import { api, onSuccess, resultOf } from '../../app/state/api.ts'

type Typed = Record<string, string>

const mailApi = api.injectEndpoints({
  endpoints: (build) => ({
    mailPreferences: build.query<MailPreferences, void>({
      queryFn: async (_, { signal }) => {
        const preferences = call('GET /api/notifications/mail', { signal })
        return resultOf(preferences.then((found) => requireObject(found, 'digest')))
      },
    }),
    saveMailPreferences: build.mutation<MailPreferences, Typed>({
      queryFn: (body) => resultOf(call('PUT /api/notifications/mail', { body })),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        onSuccess(queryFulfilled, (saved) =>
          dispatch(mailApi.util.updateQueryData('mailPreferences', undefined, () => saved)),
        ),
    }),
  }),
})

export const { useMailPreferencesQuery, useSaveMailPreferencesMutation } = mailApi
