import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { onTestFinished } from 'vitest'
import { until } from '../../test-support/polling.ts'
import type { ServerProcess } from '../faults/server-process.ts'
import type { Call } from './bystander-thread.ts'

/** A client that makes one request after another during an attack; none of them may fail. */
export class Bystander {
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

  static async at({ base }: ServerProcess, ...calls: Call[]): Promise<Bystander> {
    const url = new URL('./bystander-thread.ts', import.meta.url)
    const bystander = new Bystander(new Worker(url, { workerData: { base, calls } }))
    await bystander.gets(calls.length)
    return bystander
  }

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

export function bytesOf(method: string, path: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}

function connection(base: string): Socket {
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname)
  // The server may close the connection.
  socket.on('error', () => {})
  onTestFinished(() => {
    socket.destroy()
  })
  return socket
}

export function sendAndNeverRead(base: string, bytes: string): Socket {
  const socket = connection(base)
  socket.pause()
  socket.write(bytes)
  return socket
}

export function sendAndRead(base: string, bytes: string | Buffer): Socket {
  const socket = connection(base)
  socket.resume()
  socket.write(bytes)
  return socket
}
