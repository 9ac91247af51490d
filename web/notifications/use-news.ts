import { useEffect, useEffectEvent, useState } from 'react'
import type { Notification } from '../../contract/notifications.ts'
import { inBurstsOf } from '../live/bursts.ts'
import { onLiveEvent } from '../live/live-events.ts'
import { asApiError } from '../outcome.ts'
import { keepPlace } from '../ui/keep-place.ts'
import { askForNotifications } from './notification-calls.ts'

type Update = (edit: (items: Notification[]) => Notification[]) => void

/**
 * Follows what happens while notifications are listed: those that change or are taken back do so in their place, and
 * those that are not listed yet are returned, to be shown on request.
 */
export function useNews(listed: Notification[], isLoaded: boolean, update: Update): Notification[] {
  const [newest, setNewest] = useState<Notification[]>([])

  const look = useEffectEvent(async () => {
    if (!isLoaded) return
    try {
      const { items, next } = await askForNotifications()
      keepPlace(() => {
        setNewest(items)
        update((shown) => follow(shown, items, next === null))
      })
    } catch (error) {
      // What is listed stays; the next event brings another chance.
      asApiError(error)
    }
  })

  useEffect(() => {
    const lookSoon = inBurstsOf(() => void look())
    return onLiveEvent(({ kind }) => {
      if (kind === 'notification' || kind === 'reset') lookSoon(kind)
    })
  }, [])

  const known = new Set(listed.map(({ _id }) => _id))
  return newest.filter(({ _id }) => !known.has(_id))
}

/** What is listed, as it is now; an empty list begins. Below the end of the answer nothing is known. */
function follow(listed: Notification[], newest: Notification[], isWhole: boolean): Notification[] {
  if (listed.length === 0) return newest
  const current = new Map(newest.map((item) => [item._id, item]))
  const oldest = newest.at(-1)?.date ?? ''
  return listed.flatMap((item) => current.get(item._id) ?? (isWhole || item.date > oldest ? [] : item))
}
