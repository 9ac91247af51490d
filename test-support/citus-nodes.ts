import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type CitusCluster, nodesOf } from './citus.ts'
import { until } from './polling.ts'
import { query } from './postgres-query.ts'

// The folders of the cluster, in the order of nodesOf.
export const NODES = ['c', 'w1', 'w2'] as const
export type Node = (typeof NODES)[number]

/** Immediately, as a crash would. */
export async function killNode({ folder = '' }: CitusCluster, node: Node): Promise<void> {
  const pid = Number.parseInt(readFileSync(join(folder, node, 'postmaster.pid'), 'utf8'), 10)
  process.kill(pid, 'SIGQUIT')
  while (isAlive(pid)) await setTimeout(20)
}

export async function startNode({ folder = '' }: CitusCluster, node: Node): Promise<void> {
  const command = readFileSync(join(folder, node, 'postmaster.opts'), 'utf8').trim()
  const log = join(folder, `${node}.log`)
  await asOwner(`(cd ${folder} && exec ${command}) >>${log} 2>&1 </dev/null &`)
}

export async function configureNodes(cluster: CitusCluster, settings: Record<string, string>): Promise<void> {
  const urls = await nodesOf(cluster.url)
  for (const [index, url] of urls.entries()) {
    const node = NODES[index] ?? 'c'
    for (const [name, value] of Object.entries(settings)) {
      await query(url, `alter system set ${name} = '${value.replace('NODE', node)}'`)
    }
    await killNode(cluster, node)
    await startNode(cluster, node)
  }
  for (const url of urls) await untilWritable(url)
}

export async function untilWritable(url: string): Promise<void> {
  await until(async () => {
    const rows = await query<{ ready: boolean }>(url, 'select not pg_is_in_recovery() as ready').catch(
      () => [],
    )
    return rows[0]?.ready === true
  })
}

/** PostgreSQL refuses to run as root. */
export async function asOwner(command: string): Promise<void> {
  await promisify(execFile)('su', ['nobody', '-s', '/bin/bash', '-c', command])
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
