import type { Progress } from './copy.ts'

type Output = { isTTY?: boolean; write(text: string): unknown }

const REDRAW_INTERVAL = 100
const LINE_INTERVAL = 5_000
const WIDTH = 24
const STEPS = { copy: 'Copying', check: 'Checking' }

export function showProgress(output: Output = process.stdout): (progress: Progress) => void {
  let current = ''
  let start = 0
  let lastDrawn = 0

  return ({ step, table, doneRows, totalRows }) => {
    const now = performance.now()
    if (current !== `${step} ${table}`) {
      current = `${step} ${table}`
      start = now
      lastDrawn = now
    }
    const isFinished = doneRows >= totalRows
    if (!isFinished && now - lastDrawn < (output.isTTY ? REDRAW_INTERVAL : LINE_INTERVAL)) return
    lastDrawn = now
    const title = `${STEPS[step]} ${table}`.padEnd(20)
    const counts = `${format(doneRows)} of ${format(totalRows)} rows, ${format(rate(doneRows, now - start))} per second`
    if (!output.isTTY) output.write(`${title} ${counts}\n`)
    else output.write(`\r${title} ${bar(doneRows, totalRows)} ${counts}\x1b[K${isFinished ? '\n' : ''}`)
  }
}

function bar(doneRows: number, totalRows: number): string {
  const filled = totalRows === 0 ? WIDTH : Math.floor((doneRows / totalRows) * WIDTH)
  return `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}`
}

function rate(rows: number, milliseconds: number): number {
  return rows === 0 ? 0 : Math.round((rows / Math.max(milliseconds, 1)) * 1000)
}

function format(count: number): string {
  return count.toLocaleString('en-US')
}
