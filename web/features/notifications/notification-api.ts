import type { Notification } from '../../../contract/notifications.ts'
import { api, list, mutation, page } from '../../app/api/api.ts'
import { editItems, prependItems } from '../../app/api/cached-lists.ts'
import type { Page } from '../../app/api/request.ts'
import { requireObject } from '../../app/api/responses.ts'
import { unreadChanged } from '../../app/state/auth-slice.ts'

const PAGE = 30

const notificationApi = api.injectEndpoints({
  endpoints: (build) => ({
    notifications: list(build, 'GET /api/notifications', { limit: PAGE }),
    newestNotifications: page(build, 'GET /api/notifications', { limit: PAGE }),
    markRead: mutation(build, 'PUT /api/notifications/read', {
      read: (counted) => requireObject(counted, 'unread'),
      onDone({ unread }, { dispatch, sent: { body } }) {
        const isMarked = (item: Notification) => !item.read && (!body.post || item.post === body.post)
        dispatch(unreadChanged(unread))
        dispatch(
          editNotifications((items) =>
            items.map((item) => (isMarked(item) ? { ...item, read: true } : item)),
          ),
        )
      },
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
