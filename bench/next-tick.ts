// Shows the effect of server/process/tick-shape.ts: `node bench/next-tick.ts` prints how many times as long a
// call of process.nextTick takes without it, after a garbage collection that found no live tick object.
// Once the factor is near 1, V8 no longer needs the module, and it can be removed.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const MODULE = join(import.meta.dirname, '../server/process/tick-shape.ts')

const PROGRAM = `
const nextMacrotask = () => new Promise((resolve) => setImmediate(resolve))
for (let n = 0; n < 100; n++) process.nextTick(() => {})
await nextMacrotask()
gc()
let best = Infinity
for (let round = 0; round < 100; round++) {
  const start = performance.now()
  for (let n = 0; n < 5_000; n++) process.nextTick(() => {})
  best = Math.min(best, performance.now() - start)
  await nextMacrotask()
}
console.log(best)
`

function measure(preamble: string): number {
  const args = ['--expose-gc', '--input-type=module', '-e', `${preamble}\n${PROGRAM}`]
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

const factor = measure('') / measure(`import ${JSON.stringify(MODULE)}`)
console.log(`process.nextTick takes ${factor.toFixed(1)} times as long without the module.`)
