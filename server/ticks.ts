// Milliseconds that our work may take before the event loop reads from other sockets.
const MAX_TIME = 5
const MAX_IN_TICK = 50

let tickDeadline = 0
const deferred: (() => void)[] = []
let isScheduled = false

export function tickHasTime(): boolean {
  const now = performance.now()
  if (tickDeadline === 0) {
    tickDeadline = now + MAX_TIME
    setImmediate(endTick)
  }
  return now < tickDeadline
}

function endTick(): void {
  tickDeadline = 0
}

/** Deferred tasks have a separate time budget from new requests. */
export function runLater(work: () => void): void {
  deferred.push(work)
  if (isScheduled) return
  isScheduled = true
  runDeferred()
}

/** Each task runs in its own immediate, so its microtasks are done before the next one checks the clock. */
function runDeferred(): void {
  let deadline = Number.POSITIVE_INFINITY
  const runOne = () => {
    const now = performance.now()
    if (now >= deadline) return
    deadline = Math.min(deadline, now + MAX_TIME)
    deferred.shift()?.()
  }
  for (let count = Math.min(deferred.length, MAX_IN_TICK); count > 0; count--) setImmediate(runOne)
  setImmediate(() => {
    isScheduled = deferred.length > 0
    if (isScheduled) runDeferred()
  })
}

export async function untilTickHasTime(): Promise<void> {
  if (!tickHasTime()) await new Promise<void>(runLater)
}
