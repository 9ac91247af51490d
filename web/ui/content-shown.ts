// What is not needed for the first screen waits until its content is there, so that the content waits for nothing.

let spinners = 0
let onLastGone: (() => void)[] = []

/** Call it while a spinner is shown in place of content. It returns a function to call when the spinner is gone. */
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

let shown: Promise<void> | undefined

/** Resolves when the content of the first page has been painted and the browser has nothing else to do. */
export function contentShown(): Promise<void> {
  shown ??= waitForContent()
  return shown
}

async function waitForContent(): Promise<void> {
  await idle()
  while (spinners > 0) {
    await new Promise<void>((resolve) => onLastGone.push(resolve))
    await idle()
  }
}

const LONGEST_WAIT = 3_000
/** Where the browser does not tell when it is idle. */
const PAUSE = 300

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') {
      requestIdleCallback(() => resolve(), { timeout: LONGEST_WAIT })
    } else setTimeout(resolve, PAUSE)
  })
}
