import { atLeast, atMost, engineName, formatTable } from '../report.ts'
import { MAX_SEARCH_MILLISECONDS, MAX_TYPING_MILLISECONDS, MIN_INDEXED_WRITES } from '../targets.ts'
import type { SearchResult } from './search.ts'

type Row = [name: string, cell: (result: SearchResult) => string]

const SUMMARY: Row[] = [
  ['all searches, p50', ({ engine, all }) => `${atMost(all.p50, MAX_SEARCH_MILLISECONDS[engine].p50, 1)} ms`],
  ['all searches, p99', ({ engine, all }) => `${atMost(all.p99, MAX_SEARCH_MILLISECONDS[engine].p99, 1)} ms`],
  ['slowest kind, p50', (result) => slowestKind(result)],
  [
    'first letter to result in the page',
    ({ typing }) => `${atMost(typing.median, MAX_TYPING_MILLISECONDS)} ms`,
  ],
  ['index ÷ text, bytes', ({ sizes }) => (sizes.index / sizes.text).toFixed(2)],
  ['writes ÷ writes without index', ({ writes }) => atLeast(writes.ratio, MIN_INDEXED_WRITES)],
]

export function searchTable(results: SearchResult[]): string {
  return formatTable(
    [
      `${(results[0]?.posts ?? 0).toLocaleString('en')} posts`,
      ...results.map(({ engine }) => engineName(engine)),
    ],
    SUMMARY.map(([name, cell]) => [name, ...results.map(cell)]),
  )
}

export function searchKinds({ engine, cases, fillSeconds }: SearchResult): string {
  return [
    `${engineName(engine)}, filled and indexed in ${Math.round(fillSeconds)} s`,
    formatTable(
      ['search', 'p50 ms', 'p99 ms'],
      cases.map(({ name, p50, p99 }) => [name, p50.toFixed(1), p99.toFixed(1)]),
    ),
  ].join('\n\n')
}

function slowestKind({ cases }: SearchResult): string {
  const [slowest] = cases.toSorted((a, b) => b.p50 - a.p50)
  return slowest ? `${slowest.p50.toFixed(1)} ms (${slowest.name})` : ''
}
