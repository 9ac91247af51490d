import type { Progress } from './copy.ts'

type Output = { isTTY?: boolean; write(text: string): unknown }

const REDRAW_EVERY = 100
const LINE_EVERY = 5_000
const WIDTH = 24
const STEPS = { copy: 'Copying', check: 'Checking' }

/** A bar that fills in a terminal; elsewhere a line now and then. */
export function showProgress(output: Output = process.stdout): (progress: Progress) => void {
  let current = ''
  let began = 0
  let drawn = 0

  return ({ step, table, done, rows }) => {
    const now = performance.now()
    if (current !== `${step} ${table}`) {
      current = `${step} ${table}`
      began = now
      drawn = now
    }
    const finished = done >= rows
    if (!finished && now - drawn < (output.isTTY ? REDRAW_EVERY : LINE_EVERY)) return
    drawn = now
    const what = `${STEPS[step]} ${table}`.padEnd(20)
    const counts = `${format(done)} of ${format(rows)} rows, ${format(rate(done, now - began))} a second`
    if (!output.isTTY) output.write(`${what} ${counts}\n`)
    // Over the line before, to its end.
    else output.write(`\r${what} ${bar(done, rows)} ${counts}\x1b[K${finished ? '\n' : ''}`)
  }
}

function bar(done: number, rows: number): string {
  const filled = rows === 0 ? WIDTH : Math.floor((done / rows) * WIDTH)
  return `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}`
}

function rate(done: number, milliseconds: number): number {
  return done === 0 ? 0 : Math.round((done / Math.max(milliseconds, 1)) * 1000)
}

function format(count: number): string {
  return count.toLocaleString('en-US')
}
