// Shows what server/process/tick-shape.ts is for: `node bench/next-tick.ts` prints how much longer a call of
// process.nextTick takes without it, after a garbage collection that found none of its objects alive.
// Should the factor come near 1, the runtime has learned better and the module can go.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const MODULE = join(import.meta.dirname, '../server/process/tick-shape.ts')

const MEASURE = `
const turn = () => new Promise((resolve) => setImmediate(resolve))
for (let n = 0; n < 100; n++) process.nextTick(() => {})
await turn()
gc()
let best = Infinity
for (let round = 0; round < 100; round++) {
  const began = performance.now()
  for (let n = 0; n < 5_000; n++) process.nextTick(() => {})
  best = Math.min(best, performance.now() - began)
  await turn()
}
console.log(best)
`

function measure(first: string): number {
  const args = ['--expose-gc', '--input-type=module', '-e', `${first}\n${MEASURE}`]
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

const factor = measure('') / measure(`import ${JSON.stringify(MODULE)}`)
console.log(`process.nextTick takes ${factor.toFixed(1)} times as long without the module.`)
