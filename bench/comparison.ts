import { type LoadReport, median, mergeReports, perSecond } from './wrk.ts'

export type Comparison = { load: LoadReport; limit: number; ratio: number }

type Options = {
  rounds: number
  measureLimit(): Promise<number>
  measureLoad(): Promise<LoadReport>
  cleanUp?(): Promise<void>
}

/** Alternates both measurements, so that other load on the machine affects both. */
export async function compare({ rounds, measureLimit, measureLoad, cleanUp }: Options): Promise<Comparison> {
  const limits: number[] = []
  const loads: LoadReport[] = []
  for (let round = 0; round < rounds; round++) {
    limits.push(await measureLimit())
    loads.push(await measureLoad())
    await cleanUp?.()
  }
  return {
    load: mergeReports(loads),
    limit: median(limits),
    ratio: median(loads.map((load, round) => perSecond(load) / (limits[round] ?? 0))),
  }
}
