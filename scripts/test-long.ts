// The long versions of the fault and abuse tests: more kills, more strange requests, strict times.
// They take about a quarter of an hour, and want the machine for themselves.
import { spawnSync } from 'node:child_process'

const env = { ...process.env, LONG: '1' }
const paths = process.argv.slice(2)
const { status } = spawnSync(
  'vitest',
  // One file at a time: what one does to the machine must not count against the other.
  ['run', '--no-file-parallelism', ...(paths.length > 0 ? paths : ['tests/faults', 'tests/abuse'])],
  { stdio: ['ignore', 'inherit', 'inherit'], env },
)
process.exit(status ?? 1)
