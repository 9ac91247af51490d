import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, type PrometheusContentType, type Registry } from 'prom-client'

const RESTART_PAUSE = 1_000
const METRICS_TIMEOUT = 6_000

type Question = { type: 'metrics?'; id: number }
type Answer = { type: 'metrics'; id: number; text: string }

/** Keeps `count` processes running that share one port; gives the exit code when all have ended. */
export async function runWorkers(count: number): Promise<number> {
  const metrics = new AggregatorRegistry<PrometheusContentType>()
  const { promise: ended, resolve: end } = Promise.withResolvers<number>()
  let stopping = false
  let hasListened = false

  const startWorker = () => {
    const worker = cluster.fork()
    worker.on('message', (question: Question) => {
      if (question.type === 'metrics?') void answerMetrics(metrics, worker, question)
    })
  }
  cluster.on('listening', () => {
    hasListened = true
  })
  cluster.on('exit', (worker, code) => {
    const left = Object.keys(cluster.workers ?? {}).length
    // What cannot even start, such as with a wrong setting, would not start the next time either.
    if (stopping || !hasListened) {
      if (left === 0) end(code)
      return
    }
    console.error(`Process ${worker.process.pid} ended unexpectedly with ${code}; starting another.`)
    setTimeout(startWorker, RESTART_PAUSE)
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stopping = true
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM')
    })
  }
  for (let started = 0; started < count; started++) startWorker()
  return ended
}

async function answerMetrics(
  metrics: AggregatorRegistry<PrometheusContentType>,
  worker: Worker,
  { id }: Question,
) {
  const answer: Answer = { type: 'metrics', id, text: await metrics.clusterMetrics() }
  if (worker.isConnected()) worker.send(answer)
}

/** Lets the main process collect this worker's metrics together with the others'. */
export function shareMetrics(registry: Registry): void {
  if (!cluster.isWorker) return
  new AggregatorRegistry<PrometheusContentType>()
  AggregatorRegistry.setRegistries(registry)
}

let questions = 0

/** The metrics of all workers together; undefined where this is the only process. */
export async function clusterMetrics(): Promise<string | undefined> {
  if (!cluster.isWorker) return undefined
  const id = ++questions
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const listen = (answer: Answer) => {
    if (answer.type === 'metrics' && answer.id === id) resolve(answer.text)
  }
  const timer = setTimeout(() => reject(new Error('The main process does not answer')), METRICS_TIMEOUT)
  process.on('message', listen)
  const question: Question = { type: 'metrics?', id }
  process.send?.(question)
  return promise.finally(() => {
    clearTimeout(timer)
    process.off('message', listen)
  })
}
