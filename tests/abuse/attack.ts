import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { onTestFinished } from 'vitest'
import type { ServerProcess } from '../faults/server-process.ts'
import type { Call } from './bystander-thread.ts'

/** Another client, which makes a request now and then during an attack and measures how long each takes. */
export class Bystander {
  readonly #thread: Worker
  readonly #waits = Promise.withResolvers<number[]>()

  private constructor(thread: Worker) {
    this.#thread = thread
    thread.on('error', this.#waits.reject)
    thread.on('message', (message) => {
      if (message !== 'ready') this.#waits.resolve(message)
    })
    // It is thrown where the waits are asked for, and must not fail the whole run.
    this.#waits.promise.catch(() => {})
    onTestFinished(async () => void (await thread.terminate()))
  }

  static async at({ base, pid }: ServerProcess, ...calls: Call[]): Promise<Bystander> {
    const thread = new Worker(new URL('./bystander-thread.ts', import.meta.url), {
      workerData: { base, server: pid, calls },
    })
    const bystander = new Bystander(thread)
    await once(thread, 'message')
    return bystander
  }

  /** Stops, and returns the waits in milliseconds, the longest last. */
  async waits(): Promise<number[]> {
    this.#thread.postMessage('end')
    return (await this.#waits.promise).sort((a, b) => a - b)
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
