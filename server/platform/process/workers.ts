import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'
import { AggregatorRegistry, type PrometheusContentType, type Registry } from 'prom-client'
import { unavailable } from '../http/refusals.ts'

export const DISK_FAILED = 74
const RESTART_PAUSE = 1_000
const METRICS_TIMEOUT = 6_000
const METRICS_RETRY = 5

type MetricsRequest = { type: 'metrics?'; id: number }
type MetricsResponse = { type: 'metrics'; id: number; text?: string }

export async function runWorkers(count: number, logger: Logger): Promise<number> {
  const metrics = new AggregatorRegistry<PrometheusContentType>()
  const { promise: ended, resolve: end } = Promise.withResolvers<number>()
  let stopping = false
  let hasListened = false

  const startWorker = () => {
    if (stopping) return
    const worker = cluster.fork()
    worker.once('listening', () => {
      hasListened = true
      logger.info({ worker: worker.process.pid }, 'a worker listens')
    })
    worker.on('message', (request: MetricsRequest) => {
      if (request.type === 'metrics?') void sendMetrics(metrics, worker, request)
    })
  }
  cluster.on('exit', ({ process: { pid } }, code, signal) => {
    if (code === DISK_FAILED) {
      // The other workers write to the same log.
      for (const worker of workers()) worker.process.kill('SIGKILL')
      end(code)
      return
    }
    // A worker with a wrong setting would exit again.
    if (stopping || (!hasListened && !signal)) {
      if (workers().length === 0) end(code)
      return
    }
    logger.error({ worker: pid, code, signal }, 'a worker ended unexpectedly; starting another')
    setTimeout(startWorker, RESTART_PAUSE)
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stopping = true
      for (const worker of workers()) worker.process.kill('SIGTERM')
      if (workers().length === 0) end(0)
    })
  }
  for (let started = 0; started < count; started++) startWorker()
  return ended
}

function workers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
}

async function sendMetrics(
  metrics: AggregatorRegistry<PrometheusContentType>,
  worker: Worker,
  { id }: MetricsRequest,
) {
  const text = await metrics.clusterMetrics().catch(() => undefined)
  const response: MetricsResponse = { type: 'metrics', id, text }
  if (worker.isConnected()) worker.send(response)
}

export function shareMetrics(registry: Registry): void {
  if (!cluster.isWorker) return
  new AggregatorRegistry<PrometheusContentType>()
  AggregatorRegistry.setRegistries(registry)
}

let requests = 0

export async function clusterMetrics(): Promise<string | undefined> {
  if (!cluster.isWorker) return undefined
  const id = ++requests
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const refuse = () => reject(unavailable('A process has not sent its metrics', METRICS_RETRY))
  const listen = (response: MetricsResponse) => {
    if (response.type !== 'metrics' || response.id !== id) return
    if (response.text === undefined) refuse()
    else resolve(response.text)
  }
  const timer = setTimeout(refuse, METRICS_TIMEOUT)
  process.on('message', listen)
  const request: MetricsRequest = { type: 'metrics?', id }
  process.send?.(request)
  return promise.finally(() => {
    clearTimeout(timer)
    process.off('message', listen)
  })
}
