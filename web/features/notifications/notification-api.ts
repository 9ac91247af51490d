import type { Notification } from '../../../contract/notifications.ts'
import { call, callPage, type Page } from '../../app/api/client.ts'
import { requireResponse } from '../../app/api/outcome.ts'
import { api, byCursor, editItems, onSuccess, prependItems, resultOf } from '../../app/state/api.ts'
import { unreadChanged } from '../../app/state/auth-slice.ts'

const PAGE = 30

const notificationApi = api.injectEndpoints({
  endpoints: (build) => ({
    notifications: build.infiniteQuery<Page<Notification>, void, string | null>({
      infiniteQueryOptions: byCursor,
      queryFn: ({ pageParam: cursor }, { signal }) =>
        resultOf(callPage('GET /api/notifications', { cursor, limit: PAGE, signal })),
    }),
    newestNotifications: build.query<Page<Notification>, void>({
      queryFn: (_, { signal }) => resultOf(callPage('GET /api/notifications', { limit: PAGE, signal })),
    }),
    markRead: build.mutation<{ unread: number }, { post?: string }>({
      queryFn: (body) => resultOf(requireResponse(call('PUT /api/notifications/read', { body }))),
      onQueryStarted: ({ post }, { dispatch, queryFulfilled }) =>
        onSuccess(queryFulfilled, ({ unread }) => {
          const isMarked = (item: Notification) => !item.read && (!post || item.post === post)
          dispatch(unreadChanged(unread))
          dispatch(
            editNotifications((items) =>
              items.map((item) => (isMarked(item) ? { ...item, read: true } : item)),
            ),
          )
        }),
    }),
  }),
})

export const editNotifications = (edit: (items: Notification[]) => Notification[]) =>
  notificationApi.util.updateQueryData('notifications', undefined, (list) => editItems(list, edit))

/** For more news than a page: what lies between it and the list is unknown. */
export const replaceNotifications = (page: Page<Notification>) =>
  notificationApi.util.updateQueryData('notifications', undefined, () => ({
    pages: [page],
    pageParams: [null],
  }))

export const prependNotifications = (newer: Notification[]) =>
  notificationApi.util.updateQueryData('notifications', undefined, (list) => prependItems(list, newer))

export const { useNotificationsInfiniteQuery, useLazyNewestNotificationsQuery, useMarkReadMutation } =
  notificationApi
