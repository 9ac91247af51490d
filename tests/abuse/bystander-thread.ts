import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

// Runs in its own thread, so that responses can only be delayed by the server.

export type Call = { method: string; path: string; token?: string }

// Milliseconds between a response and the next request.
const PAUSE = 10

const { base, server, calls } = workerData as { base: string; server: number; calls: Call[] }
const agent = new Agent({ keepAlive: true })
let running = true
parentPort?.once('message', () => {
  running = false
})

const waits: number[] = []
for (let turn = 0; running; turn++) {
  const call = calls[turn % calls.length] as Call
  const before = { now: performance.now(), ready: readyTime() }
  const status = await send(call)
  // An overloaded server sends people away, who then have to wait for longer than any bound.
  const wait = performance.now() - before.now - (readyTime() - before.ready)
  waits.push(status === 503 ? Number.POSITIVE_INFINITY : wait)
  if (status !== 200 && status !== 503) throw new Error(`${call.method} ${call.path} answered ${status}`)
  if (turn === calls.length) parentPort?.postMessage('ready')
  await setTimeout(PAUSE)
}
parentPort?.postMessage(waits)
agent.destroy()

/**
 * How long the server's main thread and this one have been ready to run while others had the CPU, in
 * milliseconds. Delays caused by other processes are not the server's fault.
 */
function readyTime(): number {
  return [`/proc/${server}/task/${server}/schedstat`, '/proc/thread-self/schedstat']
    .map((file) => Number(readFileSync(file, 'utf8').split(' ')[1]) / 1e6)
    .reduce((sum, time) => sum + time, 0)
}

function send({ method, path, token }: Call): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const headers = token ? { 'x-auth-token': token } : {}
  const asked = request(`${base}${path}`, { method, headers, agent }, (response) => {
    response.resume().on('end', () => resolve(response.statusCode ?? 0))
  })
  asked.on('error', reject).end()
  return promise
}
