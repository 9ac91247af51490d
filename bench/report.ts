import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import type { Engine } from '../server/database/database.ts'
import type { ExportResult } from './export.ts'
import type { Growth } from './growth.ts'
import type { LoadResult, MeasuredCase } from './measure-load.ts'
import type { Measured, NeighborResult } from './neighbor.ts'
import type { SetupName } from './setups.ts'
import type { StreamsResult } from './streams.ts'
import {
  MAX_ARRIVAL_MILLISECONDS,
  MAX_DELAY_MILLISECONDS,
  MAX_EXPORT_MEGABYTES,
  MAX_GROWTH,
  MAX_MEGABYTES,
  MAX_NEIGHBOR_MILLISECONDS,
  MAX_START_MILLISECONDS,
  MAX_STREAM_MEGABYTES,
  MAX_TIMES_AS_LONG,
  PAGE_TARGET,
  READ_TARGETS,
} from './targets.ts'
import { perSecond } from './wrk.ts'

const FILE = 'docs/performance.md'

const SETUP_NAMES: SetupName[] = ['direct', 'nginx']

export function loadTables(results: LoadResult[]): string {
  return results.map(engineTables).join('\n\n')
}

function engineTables(result: LoadResult): string {
  const { engine, reads, writes, popularPostTimes, pageRatio, startMilliseconds, megabytes } = result
  return [
    `### ${engineName(engine)}`,
    readTable(engine, reads),
    writeTable(writes),
    [
      `Feed with a post of 10,000 likes and 1,000 comments: ${atMost(popularPostTimes, MAX_TIMES_AS_LONG, 2)} times as long.`,
      `Page of a profile with its content: ${atLeast(pageRatio, PAGE_TARGET)} of the rate of the sign-in page.`,
      `Start to first response: ${atMost(startMilliseconds, MAX_START_MILLISECONDS)} ms.`,
      `Memory after the load: ${atMost(megabytes, MAX_MEGABYTES)} MB.`,
    ].join('\n'),
  ].join('\n\n')
}

function readTable(engine: Engine, reads: Record<SetupName, MeasuredCase[]>): string {
  const ratio = (setup: SetupName, index: number) => {
    const measured = reads[setup][index]
    return measured ? atLeast(measured.ratio, measured.target) : ''
  }
  return formatTable(
    ['reads', 'requests/s', 'p99 ms', ...SETUP_NAMES],
    [
      ...reads.direct.map((measured, index) => [
        ...rateCells(measured),
        ...SETUP_NAMES.map((setup) => ratio(setup, index)),
      ]),
      ['target of reads', '', '', ...SETUP_NAMES.map((setup) => `≥ ${READ_TARGETS[setup][engine]}`)],
    ],
  )
}

function writeTable(writes: MeasuredCase[]): string {
  return formatTable(
    ['writes', 'requests/s', 'p99 ms', 'ratio'],
    writes.map((measured) => [...rateCells(measured), atLeast(measured.ratio, measured.target)]),
  )
}

function rateCells({ name, load }: MeasuredCase): string[] {
  return [name, formatCount(perSecond(load)), formatMilliseconds(load.p99)]
}

export function atLeast(ratio: number, min = 0): string {
  const text = ratio.toFixed(2)
  return Number(text) < min ? `**${text}** (≥ ${min})` : text
}

export function atMost(value: number, max: number, digits = 0): string {
  const text = value.toFixed(digits)
  return Number(text) > max ? `**${text}** (≤ ${max})` : text
}

export function growthTables(growths: Growth[]): string {
  const [first] = growths
  if (!first) return ''
  return formatTable(
    ['page', ...growths.flatMap(({ engine }) => [`${engineName(engine)} µs`, 'times'])],
    first.rows.map(({ name }, index) => [
      name,
      ...growths.flatMap(({ rows }) => {
        const { large = 0, times = 0 } = rows[index] ?? {}
        return [large.toFixed(0), atMost(times, MAX_GROWTH, 2)]
      }),
    ]),
  )
}

export function streamsTable(results: StreamsResult[]): string {
  const { streams, reads } = results[0] ?? { streams: 0, reads: { streams: 0 } }
  const rows: [string, (result: StreamsResult) => string][] = [
    [
      `memory of ${formatCount(streams)} idle streams`,
      ({ megabytes }) => `${atMost(megabytes, MAX_STREAM_MEGABYTES)} MB`,
    ],
    [
      'idle processor time without and with streams',
      ({ idlePercent }) => `${idlePercent.without.toFixed(2)} %, ${idlePercent.with.toFixed(2)} %`,
    ],
    [
      'a new post reaches the first and the last',
      ({ arrival }) =>
        `${Math.round(arrival.first)} ms, ${atMost(arrival.last, MAX_ARRIVAL_MILLISECONDS)} ms`,
    ],
    [
      `processor time of a request without and with ${formatCount(reads.streams)} streams`,
      ({ reads }) => `${reads.without.toFixed(1)} µs, ${reads.with.toFixed(1)} µs`,
    ],
  ]
  return formatTable(
    ['', ...results.map(({ engine }) => engineName(engine))],
    rows.map(([name, cell]) => [name, ...results.map(cell)]),
  )
}

export function exportTable(results: ExportResult[]): string {
  const rows: [string, (result: ExportResult) => string][] = [
    ['more memory, read fast', ({ megabytes }) => `${atMost(megabytes.fast, MAX_EXPORT_MEGABYTES)} MB`],
    ['read slowly', ({ megabytes }) => `${atMost(megabytes.slow, MAX_EXPORT_MEGABYTES)} MB`],
    ['no longer read', ({ megabytes }) => `${atMost(megabytes.stalled, MAX_EXPORT_MEGABYTES)} MB`],
    ['time of one', ({ seconds }) => `${seconds.toFixed(1)} s`],
    [
      'slowest other request without and with an export',
      ({ milliseconds }) => {
        const without = Math.round(milliseconds.without)
        return `${without} ms, ${atMost(milliseconds.with, without + MAX_DELAY_MILLISECONDS)} ms`
      },
    ],
  ]
  return formatTable(
    ['', ...results.map(({ engine }) => engineName(engine))],
    rows.map(([name, cell]) => [name, ...results.map(cell)]),
  )
}

export function neighborTable(results: NeighborResult[]): string {
  const cell = ({ count, refused, p50, p99 }: Measured, max: number) =>
    `${count}, ${atMost(refused, 0)} refused, ${Math.round(p50)} ms, ${atMost(p99, max)} ms`
  const rows: [string, (result: NeighborResult) => string][] = [
    ['reads of the neighbor, p50, p99', ({ reads }) => cell(reads, MAX_NEIGHBOR_MILLISECONDS.read)],
    ['posts of the neighbor, p50, p99', ({ posts }) => cell(posts, MAX_NEIGHBOR_MILLISECONDS.post)],
    ['load', ({ load }) => `${formatCount(load.requests)}, ${formatCount(load.refused)} refused`],
  ]
  return formatTable(
    ['', ...results.map(({ engine }) => engineName(engine))],
    rows.map(([name, text]) => [name, ...results.map(text)]),
  )
}

export function missesNeighborTargets({ reads, posts }: NeighborResult): boolean {
  const { read, post } = MAX_NEIGHBOR_MILLISECONDS
  return reads.refused + posts.refused > 0 || reads.p99 > read || posts.p99 > post
}

export function formatTable(head: string[], rows: string[][]): string {
  const formatRow = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [formatRow(head), `|---|${'--:|'.repeat(head.length - 1)}`, ...rows.map(formatRow)].join('\n')
}

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

export const engineName = (engine: string) => (engine === 'sqlite' ? 'SQLite' : 'PostgreSQL')
const formatCount = (number: number) => Math.round(number).toLocaleString('en')
const formatMilliseconds = (microseconds: number) => (microseconds / 1000).toFixed(2)
