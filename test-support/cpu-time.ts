import { globSync, readFileSync } from 'node:fs'

/** Milliseconds, including processes that have ended. */
export function cpuTime(servers: number[]): number {
  const processes = globSync('/proc/[0-9]*/stat').flatMap(readStat)
  const ticks = processes.flatMap(({ pid, parent, own, ofEnded }) => {
    if (servers.includes(pid)) return own + ofEnded
    return servers.includes(parent) ? own : []
  })
  return ticks.reduce((sum, count) => sum + count, 0) * MILLISECONDS_PER_TICK
}

const MILLISECONDS_PER_TICK = 10

/** Milliseconds of this thread. */
export function cpuTimeOf(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

function readStat(file: string): { pid: number; parent: number; own: number; ofEnded: number }[] {
  try {
    const [pid = '', rest = ''] = readFileSync(file, 'utf8').split(/ \(.*\) /s)
    const fields = rest.split(' ').map(Number)
    const [, parent = 0] = fields
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11)
    return [{ pid: Number(pid), parent, own: user + system, ofEnded: endedUser + endedSystem }]
  } catch {
    // The process has ended in the meantime.
    return []
  }
}
