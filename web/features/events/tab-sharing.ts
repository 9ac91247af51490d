export type Message<Event> = { id: string; event?: Event }

/** `lead` runs in one tab at a time, and `broadcast` reaches all of them. Without locks, every tab leads. */
export function shareAcrossTabs<Event>(
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
  // Aborting while it waits for the lock rejects.
  else navigator.locks.request(name, { signal }, leadNow).catch(() => {})
}
