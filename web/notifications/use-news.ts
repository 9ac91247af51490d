import { useEffect, useEffectEvent } from 'react'
import type { Notification } from '../../contract/notifications.ts'
import { inBurstsOf } from '../live/bursts.ts'
import { onLiveEvent } from '../live/live-events.ts'
import { useAppDispatch } from '../store.ts'
import { keepPlace } from '../ui/keep-place.ts'
import { editNotifications, useLazyNewestNotificationsQuery } from './notification-api.ts'

/**
 * Follows what happens while notifications are listed: those that change or are retracted do so in their place, and
 * those that are not listed yet are returned, to be shown on request.
 */
export function useNews(listed: Notification[], isLoaded: boolean): Notification[] {
  const dispatch = useAppDispatch()
  const [loadNewest, { data: newest }] = useLazyNewestNotificationsQuery()

  const look = useEffectEvent(async () => {
    if (!isLoaded) return
    const { data } = await loadNewest()
    // If it failed, what is listed stays; the next event brings another chance.
    if (!data) return
    const { items, next } = data
    const isEmpty = listed.length === 0
    keepPlace(() =>
      dispatch(editNotifications((shown) => (isEmpty ? items : follow(shown, items, next === null)))),
    )
  })

  useEffect(() => {
    const lookSoon = inBurstsOf(() => void look())
    return onLiveEvent(({ kind }) => {
      if (kind === 'notification' || kind === 'reset') lookSoon(kind)
    })
  }, [])

  const known = new Set(listed.map(({ _id }) => _id))
  return newest?.items.filter(({ _id }) => !known.has(_id)) ?? []
}

/** What is listed, as it is now. Below the end of the newest page nothing is known. */
function follow(listed: Notification[], newest: Notification[], isComplete: boolean): Notification[] {
  const current = new Map(newest.map((item) => [item._id, item]))
  const oldest = newest.at(-1)?.date ?? ''
  return listed.flatMap((item) => current.get(item._id) ?? (isComplete || item.date > oldest ? [] : item))
}
