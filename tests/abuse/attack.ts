import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { onTestFinished } from 'vitest'
import { until } from '../../test-support/until.ts'
import type { ServerProcess } from '../faults/server-process.ts'
import type { Call } from './bystander-thread.ts'

/** Another client, which makes one request after another during an attack. None of them may fail. */
export class Bystander {
  /** How many responses it has got so far. */
  responses = 0
  readonly #thread: Worker
  #failure: unknown

  private constructor(thread: Worker) {
    this.#thread = thread
    thread.on('error', (error) => {
      this.#failure = error
    })
    thread.on('message', (count) => {
      this.responses = count
    })
    onTestFinished(async () => void (await thread.terminate()))
  }

  /** Starts, and waits until each of the calls has had a response. */
  static async at({ base }: ServerProcess, ...calls: Call[]): Promise<Bystander> {
    const url = new URL('./bystander-thread.ts', import.meta.url)
    const bystander = new Bystander(new Worker(url, { workerData: { base, calls } }))
    await bystander.gets(calls.length)
    return bystander
  }

  /** Waits until it has got this many more responses. */
  async gets(count: number): Promise<void> {
    const enough = this.responses + count
    await until(async () => {
      if (this.#failure) throw this.#failure
      return this.responses >= enough
    })
  }

  async stop(): Promise<void> {
    const ended = once(this.#thread, 'exit')
    this.#thread.postMessage('end')
    await ended
    if (this.#failure) throw this.#failure
  }
}

/** The bytes of a request that no ordinary client would send. */
export function bytesOf(method: string, path: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** A connection that is closed at the end of the test. */
function connection(base: string): Socket {
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname)
  // The server may close it.
  socket.on('error', () => {})
  onTestFinished(() => {
    socket.destroy()
  })
  return socket
}

/** Sends everything at once and never reads the responses. */
export function sendAndNeverRead(base: string, bytes: string): Socket {
  const socket = connection(base)
  socket.pause()
  socket.write(bytes)
  return socket
}

/** Sends everything at once and discards the responses. */
export function sendAndRead(base: string, bytes: string | Buffer): Socket {
  const socket = connection(base)
  socket.resume()
  socket.write(bytes)
  return socket
}
