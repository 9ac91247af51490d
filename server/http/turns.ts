import type { RequestListener } from 'node:http'

// How many milliseconds of a tick requests may take before others get to be read.
const MOST_TIME = 10
// How many of those put off may run in one tick, if they are quick.
const MOST_AT_ONCE = 50

/**
 * Lets no tick of the event loop grow long: once requests have used up the time of one, those that follow are
 * put off to the next ones, in their order. So a burst of costly requests does not hold up whoever
 * comes after it with a cheap one.
 */
export function inTurns(next: RequestListener): RequestListener {
  const putOff: (() => void)[] = []
  let tickEnds = 0
  let running = false

  const endTick = () => {
    tickEnds = 0
  }

  const hasTime = (): boolean => {
    const now = performance.now()
    if (tickEnds === 0) {
      tickEnds = now + MOST_TIME
      setImmediate(endTick)
    }
    return now < tickEnds
  }

  /** Each runs in an immediate of its own: all of its work is then done when the next looks at the clock. */
  const runSome = () => {
    let ends = Number.POSITIVE_INFINITY
    const runOne = () => {
      const now = performance.now()
      if (now >= ends) return
      ends = Math.min(ends, now + MOST_TIME)
      putOff.shift()?.()
    }
    for (let count = 0; count < MOST_AT_ONCE; count++) setImmediate(runOne)
    setImmediate(() => {
      running = putOff.length > 0
      if (running) runSome()
    })
  }

  return (request, response) => {
    if (hasTime()) return next(request, response)
    putOff.push(() => {
      if (!request.socket.destroyed) next(request, response)
    })
    if (running) return
    running = true
    runSome()
  }
}
