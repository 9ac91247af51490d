import type { Dish } from './cook.ts'

// What the main thread and a thread that cooks say to each other.

export type Task =
  | { id: number; kind: 'cook'; text: string }
  | { id: number; kind: 'compare'; before: string; after: string }

export type Answer = {
  id: number
  /** Milliseconds. */
  took: number
  /** Code in a dish that is not the last has no colours yet. */
  isLast: boolean
  /** There is neither of these if the task failed. */
  dish?: Dish
  difference?: string | null
}

// Places in the memory that both share: the id of the current task, 0 if there is none, and when it began.
export const CURRENT_TASK = 0
export const STARTED_AT = 1
export const SHARED_BYTES = 2 * Float64Array.BYTES_PER_ELEMENT

/** Milliseconds of a clock that all threads share. */
export function now(): number {
  return Number(process.hrtime.bigint()) / 1e6
}
