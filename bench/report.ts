import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import type { Growth } from './growth.ts'
import { perSecond } from './load.ts'
import type { Measured, Result } from './measure.ts'

const FILE = 'docs/performance.md'

export function resultTables(results: Result[]): string {
  return results.map(resultTable).join('\n\n')
}

function resultTable(result: Result): string {
  return [
    `### ${title(result.engine)}`,
    '',
    '| work | requests/s | p50 | p99 | limit/s | ratio | target |',
    '|---|--:|--:|--:|--:|--:|--:|',
    ...[...result.reads, result.mixed, ...result.writes].map(row),
    '',
    `A feed page in which a post has 10,000 likes and 1,000 comments takes ${result.heavyTimes.toFixed(2)} times as long (target: at most 2).`,
    `First answer ${Math.round(result.startMilliseconds)} ms after the process starts (target: at most 400).`,
    `Memory after the load: ${Math.round(result.megabytes)} MB (target: at most 160).`,
  ].join('\n')
}

function row({ name, load, limit, ratio, target }: Measured): string {
  const cells = [
    name,
    count(perSecond(load)),
    milliseconds(load.p50),
    milliseconds(load.p99),
    count(limit),
    ratio.toFixed(2),
    `≥ ${target.toFixed(2)}`,
  ]
  return `| ${cells.join(' | ')} |`
}

export function growthTables(growths: Growth[]): string {
  return growths
    .map((growth) =>
      [
        `### ${title(growth.engine)}: ${count(growth.posts)} posts against 1,000`,
        '',
        '| page | small, requests/s | large, requests/s | times as long |',
        '|---|--:|--:|--:|',
        ...growth.rows.map(
          ({ name, small, large, times }) =>
            `| ${name} | ${count(small)} | ${count(large)} | ${times.toFixed(2)} |`,
        ),
      ].join('\n'),
    )
    .join('\n\n')
}

/** Replaces one part of the document between its marks; what people wrote around it stays. */
export function writePart(part: string, quick: boolean, text: string): void {
  const document = readFileSync(FILE, 'utf8')
  const begin = `<!-- ${part}: begin -->`
  const end = `<!-- ${part}: end -->`
  const before = document.indexOf(begin)
  const after = document.indexOf(end)
  if (before === -1 || after === -1) throw new Error(`${FILE} has no place for "${part}".`)
  const made = `${begin}\n${machine(quick)}\n\n${text}\n${document.slice(after)}`
  writeFileSync(FILE, document.slice(0, before) + made)
}

function machine(quick: boolean): string {
  const [first] = cpus()
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const day = new Date().toISOString().slice(0, 10)
  const run = quick ? 'in a quick run ' : ''
  return `Measured ${run}on ${day} with Node ${process.version}, ${cpus().length} × ${first?.model.trim()}, ${gigabytes} GB.`
}

const title = (engine: string) => (engine === 'sqlite' ? 'SQLite' : 'PostgreSQL')
const count = (number: number) => Math.round(number).toLocaleString('en')
const milliseconds = (microseconds: number) => `${(microseconds / 1000).toFixed(2)} ms`
