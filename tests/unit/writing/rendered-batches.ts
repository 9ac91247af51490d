import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

const THREADS = 2

export async function findRenderingFaults(texts: number): Promise<string[]> {
  const faults = Array.from({ length: THREADS }, async (_, index) => {
    const workerData = { seed: index + 1, count: texts / THREADS }
    const thread = new Worker(new URL('./render-batch-thread.ts', import.meta.url), { workerData })
    const [faults] = await once(thread, 'message')
    return faults as string[]
  })
  return (await Promise.all(faults)).flat()
}
