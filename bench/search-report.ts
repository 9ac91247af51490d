import type { SearchResult } from './search.ts'
import {
  MAX_INDEX_RATIO,
  MAX_SEARCH_MILLISECONDS,
  MAX_TYPING_MILLISECONDS,
  MIN_INDEXED_WRITES,
} from './targets.ts'

const NAMES = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

export function searchTables(results: SearchResult[]): string {
  return results.map(searchTable).join('\n\n')
}

function searchTable({
  engine,
  posts,
  cases,
  all,
  typing,
  sizes,
  writes,
  fillSeconds,
}: SearchResult): string {
  const limit = MAX_SEARCH_MILLISECONDS[engine]
  const rows = [...cases, { name: '**all searches**', ...all }].map(
    ({ name, p50, p99 }) => `| ${name} | ${p50.toFixed(1)} ms | ${p99.toFixed(1)} ms |`,
  )
  const index = engine === 'sqlite' ? 'FTS5' : 'GIN'
  const ofText = (bytes: number) => (bytes / sizes.text).toFixed(2)
  return [
    `### ${NAMES[engine]}: ${posts.toLocaleString('en')} posts, ${(posts / 10).toLocaleString('en')} people`,
    '',
    '| search | p50 | p99 |',
    '|---|--:|--:|',
    ...rows,
    '',
    `All searches: ${verdict(all.p99 <= limit)} the target of a p99 of at most ${limit} ms.`,
    `From the first letter to a result in the page: ${Math.round(typing.median)} ms at the median, ${Math.round(typing.slowest)} ms at worst (target: at most ${MAX_TYPING_MILLISECONDS}).`,
    `The ${index} index takes ${ofText(sizes.index)} of the ${megabytes(sizes.text)} of text (target: at most ${MAX_INDEX_RATIO}), all tables of the search together ${ofText(sizes.tables)}.`,
    `New posts: ${Math.round(writes.with).toLocaleString('en')} a second with the index, ${Math.round(writes.without).toLocaleString('en')} without: ${writes.ratio.toFixed(2)} of it (target: at least ${MIN_INDEXED_WRITES}).`,
    `Filled and indexed in ${Math.round(fillSeconds)} s.`,
  ].join('\n')
}

const verdict = (isMet: boolean) => (isMet ? 'within' : '**not** within')
const megabytes = (bytes: number) => `${Math.round(bytes / 1e6).toLocaleString('en')} MB`
