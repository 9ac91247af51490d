import { setImmediate } from 'node:timers/promises'

/** How many rows one transaction of a long job may touch: a few milliseconds of work. */
export const BATCH = 200

let last: Promise<unknown> = Promise.resolve()

/**
 * Runs the batches of a long job, each in a separate transaction, until one says that it was the last. Only one
 * batch of all jobs runs at a time, and waiting requests run before the next one.
 */
export async function inBatches(runBatch: () => Promise<{ done: boolean }>): Promise<void> {
  for (;;) {
    const batch = last.then(() => setImmediate()).then(runBatch)
    last = batch.catch(() => {})
    if ((await batch).done) return
  }
}
