// Runs the long versions of the fault and abuse tests: more kills, more malformed requests, strict time limits.
// They take about 15 minutes, and nothing else should run on the machine.
import { spawnSync } from 'node:child_process'

const env = { ...process.env, LONG: '1' }
const paths = process.argv.slice(2)
const { status } = spawnSync(
  'vitest',
  // One file at a time, because they measure times and load the machine.
  ['run', '--no-file-parallelism', ...(paths.length > 0 ? paths : ['tests/faults', 'tests/abuse'])],
  { stdio: ['ignore', 'inherit', 'inherit'], env },
)
process.exit(status ?? 1)
