import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

// Loaded into a server before its own code; records how long each turn of the event loop took.
// Processor time does not depend on other load on the machine.

const { BUSY_TICKS = '' } = process.env
const WORTH_WRITING = 5

const usedSoFar = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

if (isMainThread) {
  let before = usedSoFar()
  setInterval(() => {
    const used = usedSoFar() - before
    if (used > WORTH_WRITING) appendFileSync(BUSY_TICKS, `${used}\n`)
    before = usedSoFar()
  }, 1).unref()
}
