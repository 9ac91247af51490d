// npm test: style and types, unit tests, the API on SQLite and PostgreSQL, the page in Chromium.
// With --rest, after npm test: Citus, faults, abuse, several processes, and what takes long on PostgreSQL or the page.
// The last line has the sums of all tests, with --rest also those of npm test.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

type Counts = { passed: number; failed: number; skipped: number }
type Step = Counts & { command: string; result: number | string | null; errors: string }

// In characters.
const MAX_ERRORS = 10_000
const RESULTS = 'test-results'
const SUMS = `${RESULTS}/sums.json`
const NO_TESTS: Counts = { passed: 0, failed: 0, skipped: 0 }

const { rest } = parseArgs({ options: { rest: { type: 'boolean', default: false } } }).values

const before: Counts = rest ? JSON.parse(readFileSync(SUMS, 'utf8')) : NO_TESTS
if (!rest) rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })

const steps = rest
  ? [vitest('postgres-rest', 'citus', 'faults', 'scale'), playwright('rest')]
  : [run('biome', ['check', '.']), run('tsc', []), vitest('unit', 'sqlite', 'postgres'), playwright('page')]

const sum = (key: keyof Counts) => steps.reduce((total, step) => total + step[key], before[key])
const sums: Counts = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
writeFileSync(SUMS, JSON.stringify(sums))
const bad = steps.filter(({ result }) => result !== 0)
// A step may fail without a failed test, for example by an error outside of all tests.
for (const { command, result, errors } of bad)
  console.error(`\n${command} ended with ${result}:\n${errors.slice(-MAX_ERRORS)}`)
console.log(`\n${sums.passed} passed, ${sums.failed} failed, ${sums.skipped} skipped`)
process.exit(bad.length === 0 && sums.failed === 0 && sums.passed > 0 ? 0 : 1)

function vitest(...projects: string[]): Step {
  const file = `${RESULTS}/vitest-${projects.join('-')}.json`
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const step = run('vitest', ['run', ...projects.map((name) => `--project=${name}`), ...reporters])
  if (!existsSync(file)) return step
  const report = JSON.parse(readFileSync(file, 'utf8'))
  return {
    ...step,
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

function playwright(project: string): Step {
  const file = `${RESULTS}/playwright-${project}.json`
  const step = run('playwright', ['test', `--project=${project}`, '--reporter=line,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  if (!existsSync(file)) return step
  const { stats } = JSON.parse(readFileSync(file, 'utf8'))
  return { ...step, passed: stats.expected, failed: stats.unexpected, skipped: stats.skipped }
}

function run(command: string, args: string[], environment: Record<string, string> = {}): Step {
  console.log(`\n> ${command} ${args.join(' ')}`)
  const { status, signal, stderr } = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'pipe'],
    maxBuffer: Number.POSITIVE_INFINITY,
    env: { ...process.env, ...environment },
  })
  process.stderr.write(stderr)
  return { ...NO_TESTS, command, result: status ?? signal, errors: stderr.toString() }
}
