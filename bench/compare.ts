import { type Load, perSecond, together } from './load.ts'

/** A rate beside the limit that was measured in turn with it; the ratio is that of the median round. */
export type Compared = { load: Load; limit: number; ratio: number }

/** Many short rounds, each with its own ratio: a machine that others use is seldom the same for long. */
export async function compare(
  rounds: number,
  measureLimit: () => Promise<number>,
  measureOurs: () => Promise<Load>,
  afterRound: () => Promise<void> = async () => {},
): Promise<Compared> {
  const pairs: { limit: number; ours: Load }[] = []
  for (let round = 0; round < rounds; round++) {
    const limit = await measureLimit()
    pairs.push({ limit, ours: await measureOurs() })
    await afterRound()
  }
  return {
    load: together(pairs.map(({ ours }) => ours)),
    limit: median(pairs.map(({ limit }) => limit)),
    ratio: median(pairs.map(({ limit, ours }) => perSecond(ours) / limit)),
  }
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
