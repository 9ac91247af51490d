import { useEffect, useEffectEvent } from 'react'
import type { Notification } from '../../../contract/notifications.ts'
import { useAppDispatch } from '../../app/state/store.ts'
import { keepFocus } from '../../ui/lists/focus.ts'
import { useIsReturn } from '../../ui/routing/route-change.tsx'
import { inBurstsOf, onLiveEvent } from '../events/live-events.ts'
import { editNotifications, useLazyNewestNotificationsQuery } from './notification-api.ts'

export function useNewNotifications(listed: Notification[], isLoaded: boolean) {
  const dispatch = useAppDispatch()
  const [loadNewest, { data: newest }] = useLazyNewestNotificationsQuery()

  const isReturn = useIsReturn()

  const check = useEffectEvent(async () => {
    if (!isLoaded) return
    const { data } = await loadNewest()
    // If it failed, the list stays; the next event is another chance.
    if (!data) return
    const { items, next } = data
    const isEmpty = listed.length === 0
    keepFocus(() =>
      dispatch(editNotifications((shown) => (isEmpty ? items : follow(shown, items, next === null)))),
    )
  })

  useEffect(() => {
    if (isReturn) void check()
  }, [isReturn])

  useEffect(() => {
    const checks = inBurstsOf(() => void check())
    const endListening = onLiveEvent(({ kind }) => {
      if (kind === 'notification' || kind === 'reset') checks.add(kind)
    })
    return () => {
      endListening()
      checks.stop()
    }
  }, [])

  const known = new Set(listed.map(({ _id }) => _id))
  const news = newest?.items.filter(({ _id }) => !known.has(_id)) ?? []
  return { newest, news, isMore: newest?.next !== null && news.length === newest?.items.length }
}

function follow(listed: Notification[], newest: Notification[], isComplete: boolean): Notification[] {
  const current = new Map(newest.map((item) => [item._id, item]))
  const oldest = newest.at(-1)?.date ?? ''
  return listed.flatMap((item) => current.get(item._id) ?? (isComplete || item.date > oldest ? [] : item))
}
