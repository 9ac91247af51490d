import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { ServerProcess } from './server-process.ts'

type Written = { _id: string; text: string }

/** Members who write a post, have it liked and commented on, and delete every third one. */
export class Writers {
  /** Texts of posts and comments that were acknowledged and not deleted. */
  readonly expected = new Set<string>()
  readonly deleted = new Set<string>()
  /** Deletions without a response may or may not have happened. */
  readonly unknown = new Set<string>()
  readonly failures: { status: number; retryAfter: string | null }[] = []
  withoutResponse = 0
  readonly tokens: string[] = []
  slowest = 0
  #stopping = false
  #running: Promise<unknown> = Promise.resolve()

  get acknowledged(): number {
    return this.expected.size + this.deleted.size
  }

  start(server: ServerProcess, token: string, people = 4): void {
    this.#stopping = false
    onTestFinished(() => this.stop())
    const started = Array.from({ length: people }, () => this.#writeOn(server, token))
    this.#running = Promise.all([this.#running, ...started])
  }

  async stop(): Promise<void> {
    this.#stopping = true
    await this.#running
  }

  async #writeOn(server: ServerProcess, token: string): Promise<void> {
    for (let round = 1; !this.#stopping; round++) {
      const text = randomUUID()
      const post = await this.#send<Written>(server, token, 'POST', '/api/posts', { text })
      if (!post) continue
      this.expected.add(text)
      const reader = this.tokens.at(-1) ?? token
      await this.#send(server, reader, 'PUT', `/api/posts/like/${post._id}`)
      const comment = { text: randomUUID() }
      const path = `/api/posts/comment/${post._id}`
      const comments = await this.#send<Written[]>(server, reader, 'POST', path, comment)
      if (comments) this.expected.add(comment.text)
      if (round % 3 === 0) await this.#delete(server, token, post, comment.text)
      if (round % 5 === 0) await this.#register(server)
    }
  }

  async #delete(server: ServerProcess, token: string, post: Written, comment: string): Promise<void> {
    for (const text of [post.text, comment]) {
      if (this.expected.delete(text)) this.unknown.add(text)
    }
    const deletion = await this.#send(server, token, 'DELETE', `/api/posts/${post._id}`)
    if (!deletion) return
    this.unknown.delete(post.text)
    this.unknown.delete(comment)
    this.deleted.add(post.text)
  }

  async #register(server: ServerProcess): Promise<void> {
    const body = { name: 'New', email: `${randomUUID()}@example.com`, password: 'correct horse' }
    const response = await this.#send<{ token: string }>(server, undefined, 'POST', '/api/users', body)
    if (response) this.tokens.push(response.token)
  }

  async #send<ApiResponse>(
    server: ServerProcess,
    token: string | undefined,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<ApiResponse | undefined> {
    const began = performance.now()
    try {
      const response = await server.call(method, path, token, body)
      if (response.status === 200) {
        this.slowest = Math.max(this.slowest, performance.now() - began)
        return response.body as ApiResponse
      }
      this.failures.push({ status: response.status, retryAfter: response.retryAfter })
    } catch {
      this.withoutResponse++
    }
    await setTimeout(10)
    return undefined
  }
}
