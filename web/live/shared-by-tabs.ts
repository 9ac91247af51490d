/** What the tab that listens passes on to the others: the latest id, and the event if there is one. */
export type Message<Event> = { id: string; event?: Event }

/**
 * Lets one tab of a browser work for all tabs: `lead` runs in one of them at a time, until it ends or the tab is
 * closed, and what it says through `tell` reaches every tab. Where the browser has no locks, every tab leads.
 */
export function shareByTabs<Event>(
  name: string,
  hear: (message: Message<Event>) => void,
  lead: (tell: (message: Message<Event>) => void) => Promise<void>,
  signal: AbortSignal,
): void {
  const channel =
    typeof BroadcastChannel === 'function' && navigator.locks ? new BroadcastChannel(name) : undefined
  channel?.addEventListener('message', ({ data }) => hear(data))
  signal.addEventListener('abort', () => channel?.close())
  const leadNow = () =>
    lead((message) => {
      if (signal.aborted) return
      hear(message)
      channel?.postMessage(message)
    })
  if (!channel) void leadNow()
  // Aborting while it waits for its turn rejects.
  else navigator.locks.request(name, { signal }, leadNow).catch(() => {})
}
