// How many milliseconds of a tick of the event loop our work may take before others get to be read.
const MAX_TIME = 10
// How many pieces of work that were put off may run in one tick, if they are quick.
const MAX_IN_TICK = 50

let tickDeadline = 0
const deferred: (() => void)[] = []
let isScheduled = false

/** Whether this tick has time left; asked before each piece of work that may take some. */
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

/** Puts work off to a later tick. What was put off has a time of its own there, beside what has just come. */
export function runLater(work: () => void): void {
  deferred.push(work)
  if (isScheduled) return
  isScheduled = true
  runDeferred()
}

/** Each runs in an immediate of its own: all of its work is then done when the next looks at the clock. */
function runDeferred(): void {
  let deadline = Number.POSITIVE_INFINITY
  const runOne = () => {
    const now = performance.now()
    if (now >= deadline) return
    deadline = Math.min(deadline, now + MAX_TIME)
    deferred.shift()?.()
  }
  for (let count = 0; count < MAX_IN_TICK; count++) setImmediate(runOne)
  setImmediate(() => {
    isScheduled = deferred.length > 0
    if (isScheduled) runDeferred()
  })
}

/** Undefined where the work may go on at once. */
export function untilTickHasTime(): Promise<void> | undefined {
  return tickHasTime() ? undefined : new Promise(runLater)
}
