// What the first screen does not need waits until its content is painted.

let holds = 0
let onRelease: (() => void)[] = []

/** While content is missing, for example behind a spinner. Call the result when it is there. */
export function holdContent(): () => void {
  holds++
  return () => {
    holds--
    if (holds > 0) return
    const waiting = onRelease
    onRelease = []
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
  while (holds > 0) {
    await new Promise<void>((resolve) => onRelease.push(resolve))
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
