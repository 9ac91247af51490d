// npm run bench [-- --quick] [-- --growth] [-- --page] [-- --streams] [-- --export] [-- --neighbor] [-- --search [--posts N]] [-- --engine sqlite|postgres]
import { parseArgs } from 'node:util'
import type { Engine } from '../server/database/database.ts'
import { createDatabase } from './databases.ts'
import { type ExportResult, measureExport } from './export.ts'
import { type Growth, measureGrowth } from './growth.ts'
import { type LoadResult, measureLoad, type Pace } from './measure-load.ts'
import { measureNeighbor, type NeighborResult } from './neighbor.ts'
import { measurePages, pageTable } from './pages.ts'
import {
  exportTable,
  growthTables,
  loadTables,
  missesNeighborTargets,
  neighborTable,
  streamsTable,
  writeSection,
} from './report.ts'
import { searchKinds, searchTable } from './search/report.ts'
import { measureSearch, type SearchResult } from './search/search.ts'
import { requireNginx } from './setups.ts'
import { measureStreams, type StreamsResult } from './streams.ts'
import { requireWrk } from './wrk.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    growth: { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
    streams: { type: 'boolean', default: false },
    export: { type: 'boolean', default: false },
    neighbor: { type: 'boolean', default: false },
    search: { type: 'boolean', default: false },
    posts: { type: 'string' },
    engine: { type: 'string' },
  },
})
const engines: Engine[] = (['sqlite', 'postgres'] as const).filter(
  (engine) => !values.engine || values.engine === engine,
)
const pace: Pace = values.quick
  ? { rounds: 1, seconds: 1, processWarmUp: 1, caseWarmUp: 0 }
  : { rounds: 5, seconds: 1, processWarmUp: 3, caseWarmUp: 1 }

requireWrk()
if (values.growth) {
  const growths: Growth[] = []
  for (const engine of engines) growths.push(await measureGrowth(engine, values.quick))
  publish('growth', growthTables(growths))
} else if (values.page) {
  publish('page', pageTable(await measurePages()))
} else if (values.streams) {
  const results: StreamsResult[] = []
  for (const engine of engines) results.push(await measureStreams(engine, values.quick, pace))
  publish('streams', streamsTable(results))
} else if (values.export) {
  const results: ExportResult[] = []
  for (const engine of engines) results.push(await measureExport(engine))
  publish('export', exportTable(results))
} else if (values.neighbor) {
  const results: NeighborResult[] = []
  for (const engine of engines) results.push(await measureNeighbor(engine))
  publish('neighbor', neighborTable(results))
  if (results.some(missesNeighborTargets)) process.exitCode = 1
} else if (values.search) {
  const results: SearchResult[] = []
  const posts = values.posts === undefined ? undefined : Number(values.posts)
  for (const engine of engines) results.push(await measureSearch(engine, values.quick, pace, posts))
  for (const result of results) console.log(`\n${searchKinds(result)}`)
  publish('search', searchTable(results))
} else {
  requireNginx()
  const results: LoadResult[] = []
  for (const engine of engines) {
    const database = await createDatabase(engine)
    try {
      results.push(await measureLoad(database, pace))
    } finally {
      await database.remove()
    }
  }
  publish('load', loadTables(results))
}

/** The document has a section for both engines, so one engine's result is only printed. */
function publish(section: string, text: string): void {
  console.log(`\n${text}\n`)
  if (!values.engine) writeSection(section, values.quick, text)
}
