import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import type { Growth } from './growth.ts'
import type { LoadResult, MeasuredCase } from './measure-load.ts'
import type { StreamsResult } from './streams.ts'
import { MAX_GROWTH, MAX_MEGABYTES, MAX_START_MILLISECONDS, MAX_TIMES_AS_LONG } from './targets.ts'
import type { WayName } from './ways.ts'
import { perSecond } from './wrk.ts'

const FILE = 'docs/performance.md'

const WAYS: Record<WayName, { title: string; limit: string }> = {
  direct: { title: 'direct', limit: 'plain node:http' },
  headers: { title: 'with a proxy’s headers', limit: 'plain node:http' },
  nginx: { title: 'through nginx', limit: 'nginx, plain node:http' },
}
const WAY_NAMES: WayName[] = ['direct', 'headers', 'nginx']

export function loadTables(results: LoadResult[]): string {
  return [...results.map(engineTables), missedTargets(results)].join('\n\n')
}

function engineTables(result: LoadResult): string {
  const { engine, reads, writes, popularPostTimes, startMilliseconds, megabytes } = result
  return [
    `### ${engineName(engine)}`,
    ...WAY_NAMES.map((way) => caseTable(`reads, ${WAYS[way].title}`, WAYS[way].limit, reads[way])),
    caseTable('writes, direct', 'engine alone', writes),
    [
      `A feed page with a post of 10,000 likes and 1,000 comments takes ${popularPostTimes.toFixed(2)} times as long (target: at most ${MAX_TIMES_AS_LONG}).`,
      `First response ${Math.round(startMilliseconds)} ms after the process starts (target: at most ${MAX_START_MILLISECONDS}).`,
      `Memory after the load: ${Math.round(megabytes)} MB (target: at most ${MAX_MEGABYTES}).`,
    ].join('\n'),
  ].join('\n\n')
}

function caseTable(title: string, limit: string, cases: MeasuredCase[]): string {
  return [
    `| ${title} | requests/s | p50 | p99 | ${limit}, requests/s | ratio | target |`,
    '|---|--:|--:|--:|--:|--:|--:|',
    ...cases.map(caseRow),
  ].join('\n')
}

function caseRow({ name, load, limit, ratio, target }: MeasuredCase): string {
  const cells = [
    name,
    formatCount(perSecond(load)),
    formatMilliseconds(load.p50),
    formatMilliseconds(load.p99),
    formatCount(limit),
    ratio.toFixed(2),
    target === undefined ? '' : `≥ ${target.toFixed(2)}`,
  ]
  return `| ${cells.join(' | ')} |`
}

/** Generated, so that the document never claims more than its tables show. */
function missedTargets(results: LoadResult[]): string {
  const missed = results.flatMap((result) => {
    const { engine, reads, writes, popularPostTimes, startMilliseconds, megabytes } = result
    const missedCases = (title: string, cases: MeasuredCase[]) =>
      cases
        .filter(({ ratio, target = 0 }) => Number(ratio.toFixed(2)) < target)
        .map(({ name, ratio, target }) => `${name}, ${title}: ${ratio.toFixed(2)} of ${target?.toFixed(2)}`)
    return [
      ...WAY_NAMES.flatMap((way) => missedCases(WAYS[way].title, reads[way])),
      ...missedCases('direct', writes),
      ...(popularPostTimes > MAX_TIMES_AS_LONG ? ['the feed with a popular post'] : []),
      ...(Math.round(startMilliseconds) > MAX_START_MILLISECONDS ? ['the start'] : []),
      ...(Math.round(megabytes) > MAX_MEGABYTES ? ['memory'] : []),
    ].map((text) => `- ${engineName(engine)}, ${text}`)
  })
  if (missed.length === 0) return 'All targets are met.'
  return ['Targets that are not met:', '', ...missed].join('\n')
}

export function growthTables(growths: Growth[]): string {
  const tables = growths.map(({ engine, posts, rows }) =>
    [
      `### ${engineName(engine)}: ${formatCount(posts)} posts compared with 1,000`,
      '',
      `| page | with 1,000 | with ${formatCount(posts)} | times |`,
      '|---|--:|--:|--:|',
      ...rows.map(
        ({ name, small, large, times }) =>
          `| ${name} | ${formatMicroseconds(small)} | ${formatMicroseconds(large)} | ${times.toFixed(2)} |`,
      ),
    ].join('\n'),
  )
  const missed = growths.flatMap(({ engine, rows }) =>
    rows
      .filter(({ times }) => Number(times.toFixed(2)) > MAX_GROWTH)
      .map(({ name, times }) => `- ${engineName(engine)}, ${name}: ${times.toFixed(2)}`),
  )
  const target = `at most ${MAX_GROWTH} times as much`
  return [
    ...tables,
    missed.length === 0
      ? `All meet the target: ${target}.`
      : [`Those that do not meet the target, ${target}:`, '', ...missed].join('\n'),
  ].join('\n\n')
}

export function streamsTable(results: StreamsResult[]): string {
  const { streams, reads } = results[0] ?? { streams: 0, reads: { streams: 0 } }
  const rows: [string, (result: StreamsResult) => string][] = [
    [
      `memory of ${formatCount(streams)} idle streams (target: at most 100 MB)`,
      ({ megabytes }) => `${Math.round(megabytes)} MB`,
    ],
    ['processor time, idle without streams', ({ idlePercent }) => formatPercent(idlePercent.without)],
    [`the same with ${formatCount(streams)}`, ({ idlePercent }) => formatPercent(idlePercent.with)],
    ['a new post reaches the first of them after', ({ arrival }) => `${Math.round(arrival.first)} ms`],
    ['and the last after (target: at most 1,000 ms)', ({ arrival }) => `${Math.round(arrival.last)} ms`],
    [
      'processor time of a request (feed of 20) without streams',
      ({ reads }) => formatMicroseconds(reads.without),
    ],
    [
      `the same with ${formatCount(reads.streams)} streams`,
      ({ reads }) => `${formatMicroseconds(reads.with)} (${(reads.with / reads.without).toFixed(2)} times)`,
    ],
  ]
  return [
    `| | ${results.map(({ engine }) => engineName(engine)).join(' | ')} |`,
    `|---|${results.map(() => '--:|').join('')}`,
    ...rows.map(([name, cell]) => `| ${name} | ${results.map(cell).join(' | ')} |`),
  ].join('\n')
}

/** Replaces one section of the document, between its two markers. */
export function writeSection(section: string, quick: boolean, text: string): void {
  const document = readFileSync(FILE, 'utf8')
  const beginMarker = `<!-- ${section}: begin -->`
  const begin = document.indexOf(beginMarker)
  const end = document.indexOf(`<!-- ${section}: end -->`)
  if (begin === -1 || end === -1) throw new Error(`${FILE} has no markers for the section "${section}".`)
  const content = `${beginMarker}\n${describeRun(quick)}\n\n${text}\n`
  writeFileSync(FILE, document.slice(0, begin) + content + document.slice(end))
}

function describeRun(quick: boolean): string {
  const [cpu] = cpus()
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const day = new Date().toISOString().slice(0, 10)
  const run = quick ? 'in a quick run ' : ''
  return `Measured ${run}on ${day} with Node ${process.version}, ${cpus().length} × ${cpu?.model.trim()}, ${gigabytes} GB.`
}

const engineName = (engine: string) => (engine === 'sqlite' ? 'SQLite' : 'PostgreSQL')
const formatMicroseconds = (microseconds: number) => `${microseconds.toFixed(1)} µs`
const formatPercent = (percent: number) => `${percent.toFixed(2)} %`
const formatCount = (number: number) => Math.round(number).toLocaleString('en')
const formatMilliseconds = (microseconds: number) => `${(microseconds / 1000).toFixed(2)} ms`
