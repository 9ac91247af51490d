import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { compare } from './compare.ts'
import { cook } from './cook.ts'
import {
  type Answer,
  CURRENT_TASK,
  IS_HIGHLIGHTING,
  now,
  processorTime,
  STARTED_AT,
  type Task,
  USED_BEFORE,
} from './messages.ts'

// A thread that makes HTML. Which task it works on, and since when, is in memory shared with the main thread,
// which ends the thread if a task takes too long.

// How long answers are collected before they are sent together.
const COLLECTED_FOR = 3

const progress = new Float64Array(workerData as SharedArrayBuffer)
let answers: Answer[] = []

// On Linux this concerns only the thread that calls it: those who wait for other answers come first.
if (process.platform === 'linux') setPriority(5)

function send(): void {
  if (answers.length > 0) parentPort?.postMessage(answers)
  answers = []
}

function work(task: Task): Pick<Answer, 'dish' | 'difference'> {
  if (task.kind === 'compare') return { difference: compare(task.before, task.after) }
  const { text, highlights } = task
  const onHighlight = () => {
    progress[IS_HIGHLIGHTING] = 1
  }
  return { dish: cook(text, { highlights, onHighlight }) }
}

/** Empty if it fails, such as by a stack that overflows. */
function attempt(task: Task): Pick<Answer, 'dish' | 'difference'> {
  try {
    return work(task)
  } catch {
    return {}
  }
}

// Says that it is ready.
parentPort?.postMessage(answers)

parentPort?.on('message', (tasks: Task[]) => {
  let collectedSince = now()
  for (const task of tasks) {
    const startedAt = now()
    progress[STARTED_AT] = startedAt
    progress[USED_BEFORE] = processorTime(process.threadCpuUsage())
    progress[IS_HIGHLIGHTING] = 0
    progress[CURRENT_TASK] = task.id
    const result = attempt(task)
    answers.push({ id: task.id, took: now() - startedAt, ...result })
    progress[CURRENT_TASK] = 0
    if (now() - collectedSince > COLLECTED_FOR) {
      send()
      collectedSince = now()
    }
  }
  send()
})
