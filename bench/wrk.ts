import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const CONNECTIONS = 32
const SCRIPT = join(import.meta.dirname, 'requests.lua')

export type Request = {
  method?: string
  path: string
  token?: string
  body?: unknown
  headers?: Record<string, string>
}

/** Microseconds. */
export type LoadReport = {
  requests: number
  microseconds: number
  failed: number
  p50: number
  p99: number
}

export async function runLoad(base: string, requests: Request[], seconds: number): Promise<LoadReport> {
  const report = await runWrk(base, requests, seconds)
  if (report.failed > 0) throw new Error(`${report.failed} of ${report.requests} requests failed.`)
  return report
}

export async function runWrk(base: string, requests: Request[], seconds: number): Promise<LoadReport> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const file = join(folder, 'requests')
  writeFileSync(file, requests.map(formatLine).join('\n'))
  const args = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}`, '--latency', '-s', SCRIPT, base, '--', file]
  try {
    const { stdout } = await promisify(execFile)('wrk', args, { maxBuffer: 1e7 })
    return JSON.parse(stdout.split('RESULT ')[1] ?? '{}')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function formatLine({ method = 'GET', path, token, body, headers }: Request): string {
  const allHeaders = {
    ...(token && { 'x-auth-token': token }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  }
  const bodyText = body === undefined ? '' : JSON.stringify(body)
  return [method, path, bodyText, ...Object.entries(allHeaders).flat()].join('\t')
}

export function perSecond({ requests, microseconds }: LoadReport): number {
  return (requests / microseconds) * 1e6
}

export function mergeReports(reports: LoadReport[]): LoadReport {
  const sum = (pick: (report: LoadReport) => number) =>
    reports.reduce((total, report) => total + pick(report), 0)
  return {
    requests: sum(({ requests }) => requests),
    microseconds: sum(({ microseconds }) => microseconds),
    failed: 0,
    p50: median(reports.map(({ p50 }) => p50)),
    p99: median(reports.map(({ p99 }) => p99)),
  }
}

export function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

/** wrk is so cheap that the server is the bottleneck. */
export function requireWrk(): void {
  if (spawnSync('wrk', ['-v']).error === undefined) return
  if (process.getuid?.() === 0) {
    console.log('Installing wrk …')
    spawnSync('apt-get', ['update'], { stdio: 'ignore' })
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'wrk'], { stdio: 'ignore' })
  }
  if (spawnSync('wrk', ['-v']).error) throw new Error('The benchmark needs wrk. Install it and try again.')
}
