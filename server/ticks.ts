// How many milliseconds of a tick of the event loop our work may take before others get to be read.
const MAX_TIME = 10
// How many pieces of work that were put off may run in one tick, if they are quick.
const MAX_IN_TICK = 50

let ends = 0
const putOff: (() => void)[] = []
let isScheduled = false

/** Whether this tick has time left; asked before each piece of work that may take some. */
export function hasTime(): boolean {
  const now = performance.now()
  if (ends === 0) {
    ends = now + MAX_TIME
    setImmediate(endTick)
  }
  return now < ends
}

function endTick(): void {
  ends = 0
}

/** Puts work off to a later tick. What was put off has a time of its own there, beside what has just come. */
export function later(work: () => void): void {
  putOff.push(work)
  if (isScheduled) return
  isScheduled = true
  runSome()
}

/** Each runs in an immediate of its own: all of its work is then done when the next looks at the clock. */
function runSome(): void {
  let allEnd = Number.POSITIVE_INFINITY
  const runOne = () => {
    const now = performance.now()
    if (now >= allEnd) return
    allEnd = Math.min(allEnd, now + MAX_TIME)
    putOff.shift()?.()
  }
  for (let count = 0; count < MAX_IN_TICK; count++) setImmediate(runOne)
  setImmediate(() => {
    isScheduled = putOff.length > 0
    if (isScheduled) runSome()
  })
}

/** Undefined where the work may go on at once. */
export function untilThereIsTime(): Promise<void> | undefined {
  return hasTime() ? undefined : new Promise(later)
}
