import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

// Runs in its own thread, so that only the server can delay responses.

export type Call = { method: string; path: string; token?: string }

const PAUSE = 10

const { base, calls } = workerData as { base: string; calls: Call[] }
const agent = new Agent({ keepAlive: true })
let running = true
parentPort?.once('message', () => {
  running = false
})

for (let turn = 0; running; ) {
  const call = calls[turn % calls.length] as Call
  const status = await send(call)
  // A busy machine may be late and refuse some requests, which are sent again.
  if (status !== 200 && status !== 503) throw new Error(`${call.method} ${call.path}: ${status}`)
  if (status === 200) parentPort?.postMessage(++turn)
  await setTimeout(PAUSE)
}
agent.destroy()

function send({ method, path, token }: Call): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  // The server trusts this header, so these requests come from another address than the attack.
  const headers = { 'x-forwarded-for': '203.0.113.1', ...(token && { 'x-auth-token': token }) }
  const outgoing = request(`${base}${path}`, { method, headers, agent }, (response) => {
    response.resume().on('end', () => resolve(response.statusCode ?? 0))
  })
  outgoing.on('error', reject).end()
  return promise
}
