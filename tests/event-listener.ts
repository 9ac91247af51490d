import { createParser } from 'eventsource-parser'
import { until } from '../test-support/polling.ts'

type Heard = { event: string; id: string; data: Record<string, string> }

type Options = { lastId?: string; headers?: Record<string, string> }

export class EventListener {
  readonly heard: Heard[] = []
  readonly response: Response
  lastId = ''
  hasEnded = false
  readonly #abort: AbortController

  private constructor(response: Response, abort: AbortController) {
    this.response = response
    this.#abort = abort
  }

  static async open(base: string, token: string, { lastId, headers }: Options = {}): Promise<EventListener> {
    const abort = new AbortController()
    const response = await fetch(`${base}/api/events`, {
      headers: { 'x-auth-token': token, ...(lastId && { 'last-event-id': lastId }), ...headers },
      signal: abort.signal,
    })
    const listener = new EventListener(response, abort)
    if (!response.ok) return listener
    void listener.#read()
    // The first heartbeat contains the position of the stream.
    await until(async () => listener.lastId !== '' || listener.hasEnded, undefined, 1)
    return listener
  }

  async #read(): Promise<void> {
    const parser = createParser({
      onId: (id) => {
        this.lastId = id
      },
      onEvent: ({ event = '', id = '', data }) => {
        this.heard.push({ event, id, data: JSON.parse(data) })
      },
    })
    try {
      for await (const bytes of this.response.body ?? []) parser.feed(Buffer.from(bytes).toString())
    } catch {
      // The connection was closed.
    }
    this.hasEnded = true
  }

  async hears(count: number): Promise<string[]> {
    await until(async () => this.heard.length >= count, undefined, 5)
    return this.texts
  }

  get texts(): string[] {
    return this.heard.map(({ event, data }) => [event, ...Object.values(data)].join(' '))
  }

  async ends(): Promise<void> {
    await until(async () => this.hasEnded, undefined, 5)
  }

  close(): void {
    this.#abort.abort()
  }
}
