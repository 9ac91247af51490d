import type { EventSourceMessage } from 'eventsource-parser'
import { reportRefusedToken } from '../../app/api/request.ts'
import type { Store } from '../../app/state/store.ts'
import { keepListening } from './connection.ts'
import { type LiveEvent, notifyListeners } from './live-events.ts'
import { refreshVisible } from './refresh-posts.ts'

export function listenWhileSignedIn(store: Store): void {
  let current: { token: string; userId: string; stop: AbortController } | undefined
  let isAway = false
  refreshVisible(store)

  const follow = () => {
    const { token, user } = store.getState().auth
    const userId = user?._id
    if (!isAway && token === current?.token && userId === current?.userId) return
    current?.stop.abort()
    current = undefined
    if (isAway || !token || !userId) return
    current = { token, userId, stop: new AbortController() }
    listen(current.token, current.userId, current.stop.signal)
  }
  store.subscribe(follow)
  follow()

  // A page in the back/forward cache must not hold a connection.
  addEventListener('pagehide', () => {
    isAway = true
    follow()
  })
  addEventListener('pageshow', () => {
    isAway = false
    follow()
  })
}

function listen(token: string, userId: string, signal: AbortSignal): void {
  let lastId = ''
  const onMessage = ({ id, event }: Message<LiveEvent>) => {
    lastId = id
    if (event) notifyListeners(event)
  }
  shareAcrossTabs<LiveEvent>(
    `live ${userId}`,
    onMessage,
    async (send) => {
      const ending = await keepListening({
        token,
        lastId: () => lastId,
        // The server sends what happens after the first id. This page may have missed what happened before.
        onId: (id) => send(lastId === '' ? { id, event: { kind: 'reset' } } : { id }),
        onEvent: (message) => send({ id: message.id ?? lastId, event: readEvent(message) }),
        signal,
      })
      if (ending === 'refused') reportRefusedToken(token)
    },
    signal,
  )
  // Another tab may be connected already, and this page has missed what that tab received until now.
  notifyListeners({ kind: 'reset' })
}

const KINDS: readonly string[] = [
  'post',
  'comment',
  'like',
  'notification',
  'reset',
] satisfies LiveEvent['kind'][]

function readEvent({ event = '', data }: EventSourceMessage): LiveEvent | undefined {
  if (!KINDS.includes(event)) return undefined
  try {
    return { ...JSON.parse(data), kind: event }
  } catch {
    return undefined
  }
}

type Message<Event> = { id: string; event?: Event }

/** `lead` runs in one tab at a time, and `broadcast` reaches all of them. Without locks, every tab leads. */
function shareAcrossTabs<Event>(
  name: string,
  onMessage: (message: Message<Event>) => void,
  lead: (broadcast: (message: Message<Event>) => void) => Promise<void>,
  signal: AbortSignal,
): void {
  const channel =
    typeof BroadcastChannel === 'function' && navigator.locks ? new BroadcastChannel(name) : undefined
  channel?.addEventListener('message', ({ data }) => onMessage(data))
  signal.addEventListener('abort', () => channel?.close())
  const leadNow = () =>
    lead((message) => {
      if (signal.aborted) return
      onMessage(message)
      channel?.postMessage(message)
    })
  if (!channel) void leadNow()
  else navigator.locks.request(name, { signal }, leadNow).catch(() => {})
}
