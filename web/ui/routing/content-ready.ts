// What the first screen does not need waits until its content is painted.

let spinners = 0
let onLastGone: (() => void)[] = []

/** For spinners in place of content. Call the result when the spinner is gone. */
export function holdContent(): () => void {
  spinners++
  return () => {
    spinners--
    if (spinners > 0) return
    const waiting = onLastGone
    onLastGone = []
    for (const resume of waiting) resume()
  }
}

let ready: Promise<void> | undefined

/** The first page is painted and the browser is idle. */
export function contentReady(): Promise<void> {
  ready ??= waitForContent()
  return ready
}

async function waitForContent(): Promise<void> {
  await idle()
  while (spinners > 0) {
    await new Promise<void>((resolve) => onLastGone.push(resolve))
    await idle()
  }
}

const LONGEST_WAIT = 3_000
/** For browsers that do not report when they are idle. */
const PAUSE = 300

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') {
      requestIdleCallback(() => resolve(), { timeout: LONGEST_WAIT })
    } else setTimeout(resolve, PAUSE)
  })
}
