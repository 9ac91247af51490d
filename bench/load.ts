import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export const CONNECTIONS = 32

export type Request = { method?: string; path: string; token?: string; body?: unknown }

/** What a round of load showed; times in microseconds. */
export type Load = { requests: number; microseconds: number; failed: number; p50: number; p99: number }

const SCRIPT = join(import.meta.dirname, 'requests.lua')

/** Sends the requests in turn for some seconds over 32 connections, from a process of its own. */
export async function load(base: string, requests: Request[], seconds: number): Promise<Load> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const file = join(folder, 'requests')
  writeFileSync(file, requests.map(asLine).join('\n'))
  const args = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}`, '--latency', '-s', SCRIPT, base, '--', file]
  try {
    const { stdout } = await promisify(execFile)('wrk', args, { maxBuffer: 1e7 })
    const result: Load = JSON.parse(stdout.split('RESULT ')[1] ?? '{}')
    if (result.failed > 0)
      throw new Error(`${result.failed} of ${result.requests} requests failed:\n${stdout}`)
    return result
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export function perSecond({ requests, microseconds }: Load): number {
  return (requests / microseconds) * 1e6
}

/** Several rounds as one; the percentiles are those of the median round. */
export function together(rounds: Load[]): Load {
  const sum = (pick: (load: Load) => number) => rounds.reduce((total, load) => total + pick(load), 0)
  const median = (pick: (load: Load) => number) =>
    rounds.map(pick).sort((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? 0
  return {
    requests: sum((load) => load.requests),
    microseconds: sum((load) => load.microseconds),
    failed: 0,
    p50: median((load) => load.p50),
    p99: median((load) => load.p99),
  }
}

function asLine({ method = 'GET', path, token = '', body }: Request): string {
  return [method, path, token, body === undefined ? '' : JSON.stringify(body)].join('\t')
}

/** The load comes from wrk, which costs so little that the server is what is measured. */
export function requireWrk(): void {
  if (spawnSync('wrk', ['-v']).error === undefined) return
  if (process.getuid?.() === 0) {
    console.log('Installing wrk …')
    spawnSync('apt-get', ['update'], { stdio: 'ignore' })
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'wrk'], { stdio: 'ignore' })
  }
  if (spawnSync('wrk', ['-v']).error) throw new Error('The benchmark needs wrk: install it and try again.')
}
