// npm run bench [-- --quick] [-- --growth] [-- --page] [-- --engine sqlite|postgres]
import { parseArgs } from 'node:util'
import type { Engine } from '../server/database/database.ts'
import { newDatabase } from './databases.ts'
import { type Growth, measureGrowth } from './growth.ts'
import { requireWrk } from './load.ts'
import { measure, type Result } from './measure.ts'
import { measurePages, pageTable } from './pages.ts'
import { growthTables, resultTables, writePart } from './report.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    growth: { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
    engine: { type: 'string' },
  },
})
const engines: Engine[] = (['sqlite', 'postgres'] as const).filter(
  (engine) => !values.engine || values.engine === engine,
)
const pace = { seconds: 1, rounds: values.quick ? 3 : 7 }

requireWrk()
if (values.growth) {
  const growths: Growth[] = []
  for (const engine of engines) growths.push(await measureGrowth(engine, values.quick, pace))
  publish('growth', growthTables(growths))
} else if (values.page) {
  publish('page', pageTable(await measurePages()))
} else {
  const results: Result[] = []
  for (const engine of engines) {
    const bench = await newDatabase(engine)
    try {
      results.push(await measure(bench, pace))
    } finally {
      await bench.remove()
    }
  }
  publish('load', resultTables(results))
}

/** A run of one engine alone is shown but not written down, as it would replace half of the picture. */
function publish(part: string, text: string): void {
  console.log(`\n${text}\n`)
  if (!values.engine) writePart(part, values.quick, text)
}
