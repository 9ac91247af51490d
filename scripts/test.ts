// Runs all checks: style and types, unit tests, API tests on both engines, and browser tests.
// Prints the total counts at the end.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'

type Step = { command: string; result: number | string | null; errors: string }
type Counts = { passed: number; failed: number; skipped: number }

// Characters.
const ERRORS_SHOWN = 10_000
const RESULTS = 'test-results'
const VITEST = `${RESULTS}/vitest.json`
const PLAYWRIGHT = `${RESULTS}/playwright.json`

rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS)

const steps = [
  run('biome', ['check', '.']),
  run('tsc', []),
  run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${VITEST}`]),
  run('playwright', ['test', '--reporter=line,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: PLAYWRIGHT,
  }),
]
const total = [vitestCounts(), playwrightCounts()].reduce((sum, counts) => ({
  passed: sum.passed + counts.passed,
  failed: sum.failed + counts.failed,
  skipped: sum.skipped + counts.skipped,
}))
const failed = steps.filter(({ result }) => result !== 0)
// A step also fails without a failed test, for example by an error outside of all tests.
for (const { command, result, errors } of failed)
  console.error(`\n${command} ended with ${result}:\n${errors.slice(-ERRORS_SHOWN)}`)
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(failed.length === 0 && total.failed === 0 && total.passed > 0 ? 0 : 1)

function run(command: string, args: string[], environment: Record<string, string> = {}): Step {
  console.log(`\n> ${command} ${args.join(' ')}`)
  const env = { ...process.env, ...environment }
  const { status, signal, stderr } = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'pipe'],
    maxBuffer: Number.POSITIVE_INFINITY,
    env,
  })
  process.stderr.write(stderr)
  return { command, result: status ?? signal, errors: stderr.toString() }
}

function vitestCounts(): Counts {
  const report = JSON.parse(readFileSync(VITEST, 'utf8'))
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

function playwrightCounts(): Counts {
  const { stats } = JSON.parse(readFileSync(PLAYWRIGHT, 'utf8'))
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
}
