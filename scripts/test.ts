// npm test runs style, types, unit tests, the API on SQLite and PostgreSQL, and the page in Chromium.
// With --rest: Citus, faults, abuse, several processes and slow tests; its totals include those of npm test.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { parseArgs } from 'node:util'

type Counts = { passed: number; failed: number; skipped: number }
type Step = Counts & { command: string; result: number | string | null; errors: string }

const MAX_ERRORS = 10_000
const RESULTS = 'test-results'
const SUMS = `${RESULTS}/sums.json`
const NO_TESTS: Counts = { passed: 0, failed: 0, skipped: 0 }

const { rest } = parseArgs({ options: { rest: { type: 'boolean', default: false } } }).values

// Most tests wait at times, so two cores can run more workers. The rest starts more processes.
const WORKERS = rest ? { vitest: 3, playwright: 2 } : { vitest: 4, playwright: 3 }

const previousSums: Counts = rest ? JSON.parse(readFileSync(SUMS, 'utf8')) : NO_TESTS
if (!rest) rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })

const steps = rest
  ? [await vitest('sqlite-long', 'postgres-long', 'citus', 'faults', 'scale'), await playwright('rest')]
  : [
      // Low priority keeps the checks from slowing down the API tests.
      ...(await Promise.all([
        run('biome', ['check', '.'], { priority: constants.priority.PRIORITY_LOW }),
        run('cspell', ['lint', '--quiet', '--no-progress', '.'], {
          priority: constants.priority.PRIORITY_LOW,
        }),
        run('tsc', [], { priority: constants.priority.PRIORITY_LOW }),
        vitest('unit', 'sqlite', 'postgres'),
      ])),
      await playwright('page'),
    ]

const sum = (key: keyof Counts) => steps.reduce((total, step) => total + step[key], previousSums[key])
const sums: Counts = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
writeFileSync(SUMS, JSON.stringify(sums))
const failedSteps = steps.filter(({ result }) => result !== 0)
for (const { command, result, errors } of failedSteps)
  console.error(`\n${command} ended with ${result}:\n${errors.slice(-MAX_ERRORS)}`)
console.log(`\n${sums.passed} passed, ${sums.failed} failed, ${sums.skipped} skipped`)
process.exit(failedSteps.length === 0 && sums.failed === 0 && sums.passed > 0 ? 0 : 1)

async function vitest(...projects: string[]): Promise<Step> {
  const file = `${RESULTS}/vitest-${projects.join('-')}.json`
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const options = [`--maxWorkers=${WORKERS.vitest}`, ...projects.map((name) => `--project=${name}`)]
  const step = await run('vitest', ['run', ...options, ...reporters])
  if (!existsSync(file)) return step
  const report = JSON.parse(readFileSync(file, 'utf8'))
  return {
    ...step,
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

async function playwright(project: string): Promise<Step> {
  const file = `${RESULTS}/playwright-${project}.json`
  const options = [`--project=${project}`, `--workers=${WORKERS.playwright}`, '--reporter=line,json']
  const step = await run('playwright', ['test', ...options], { env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file } })
  if (!existsSync(file)) return step
  const { stats } = JSON.parse(readFileSync(file, 'utf8'))
  return { ...step, passed: stats.expected, failed: stats.unexpected, skipped: stats.skipped }
}

async function run(command: string, args: string[], { env = {}, priority = 0 } = {}): Promise<Step> {
  console.log(`\n> ${command} ${args.join(' ')}`)
  const child = spawn(command, args, {
    stdio: ['ignore', 'inherit', 'pipe'],
    env: { ...process.env, ...env },
  })
  if (child.pid && priority) setPriority(child.pid, priority)
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk
    process.stderr.write(chunk)
  })
  const [code, signal] = await once(child, 'close')
  return { ...NO_TESTS, command, result: code ?? signal, errors }
}
