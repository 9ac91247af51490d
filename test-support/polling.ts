import { setTimeout } from 'node:timers/promises'

// Long, because a busy machine is no failure.
const TIMEOUT = 120_000
const INTERVAL = 20

export async function until(
  condition: () => Promise<boolean>,
  timeout = TIMEOUT,
  interval = INTERVAL,
): Promise<void> {
  const deadline = performance.now() + timeout
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`The condition did not hold within ${timeout} ms.`)
    await setTimeout(interval)
  }
}
