import { readFileSync, writeFileSync } from 'node:fs'

export const residentMegabytes = (pid: number | undefined) => readStatus(pid, 'VmRSS')

/** Since the process started or the peak was reset. */
export const peakMegabytes = (pid: number | undefined) => readStatus(pid, 'VmHWM')

export function resetPeak(pid: number | undefined): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

function readStatus(pid: number | undefined, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
}
