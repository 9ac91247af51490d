import type { Outcome } from '../outcome.ts'

// The content of the first page is loaded before the page is rendered. The page then waits for that load.
let started: { key: string; outcome: Promise<Outcome> } | undefined

/** Tells the page with this key that its content is being loaded. */
export async function startLoad(key: string, outcome: Promise<Outcome>): Promise<void> {
  started = { key, outcome }
  await outcome
}

/** The load that was started for this key, for the first page that asks. */
export function takeStartedLoad(key: string): Promise<Outcome> | undefined {
  const taken = started
  started = undefined
  return taken?.key === key ? taken.outcome : undefined
}
