import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

// Loaded into a server before its own code. It writes to a file for how long the event loop was kept busy at a time,
// in milliseconds of processor time: unlike the time on a clock, it does not depend on what else the machine does.

const { BUSY_TICKS = '' } = process.env
const WORTH_WRITING = 5

const usedSoFar = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

if (isMainThread) {
  let before = usedSoFar()
  // Fires once in a turn of the event loop, and so often that it measures a single one.
  setInterval(() => {
    const used = usedSoFar() - before
    if (used > WORTH_WRITING) appendFileSync(BUSY_TICKS, `${used}\n`)
    before = usedSoFar()
  }, 1).unref()
}
