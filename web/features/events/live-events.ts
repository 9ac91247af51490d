/** Ids only: whoever displays a thing loads it again. */
export type LiveEvent = {
  kind: 'post' | 'comment' | 'like' | 'notification' | 'reset'
  post?: string
  comment?: string
}

type Listener = (event: LiveEvent) => void

const listeners = new Set<Listener>()

export function onLiveEvent(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function notifyListeners(event: LiveEvent): void {
  for (const listener of listeners) listener(event)
}

// Many readers get the same event at once, so they send their requests at different moments.
const SHORTEST_WAIT = 100
const LONGEST_WAIT = 600
// Between two requests of the same reader while more happens.
const PAUSE = 2_000
const MAX_IN_BURST = 20

export function inBurstsOf<Item>(
  run: (items: Item[]) => void,
  { whenHidden = false } = {},
): { add: (item: Item) => void; stop: () => void } {
  let items = new Set<Item>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWaiting = false
  let lastRun = -PAUSE

  const flush = () => {
    if (document.hidden && !whenHidden) {
      document.addEventListener('visibilitychange', flush, { once: true })
      return
    }
    isWaiting = false
    lastRun = performance.now()
    const [now, later] = [[...items].slice(0, MAX_IN_BURST), [...items].slice(MAX_IN_BURST)]
    items = new Set()
    run(now)
    for (const item of later) add(item)
  }

  const add = (item: Item) => {
    items.add(item)
    if (isWaiting) return
    isWaiting = true
    const wait = SHORTEST_WAIT + Math.random() * (LONGEST_WAIT - SHORTEST_WAIT)
    timer = setTimeout(flush, Math.max(wait, lastRun + PAUSE - performance.now()))
  }

  const stop = () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', flush)
  }
  return { add, stop }
}
