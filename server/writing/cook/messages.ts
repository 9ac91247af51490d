import type { Dish } from './cook.ts'

// The messages between the main thread and a cooking thread.

export type Task =
  | { id: number; kind: 'cook'; text: string; highlights: boolean }
  | { id: number; kind: 'compare'; before: string; after: string }

export type Answer = {
  id: number
  /** Milliseconds. */
  took: number
  /** Both are missing if the task failed. */
  dish?: Dish
  difference?: string | null
}

// Indexes into the shared memory: the id of the current task (0 if there is none), when it began, the processor time
// (in milliseconds) that the thread had used by then, and whether it is highlighting code (0 or 1).
export const CURRENT_TASK = 0
export const STARTED_AT = 1
export const USED_BEFORE = 2
export const IS_HIGHLIGHTING = 3
export const SHARED_BYTES = 4 * Float64Array.BYTES_PER_ELEMENT

/** Milliseconds of processor time. */
export function processorTime({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000
}

/** Milliseconds of a clock that all threads share. */
export function now(): number {
  return Number(process.hrtime.bigint()) / 1e6
}
