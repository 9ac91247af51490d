import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'

export class Member {
  readonly name: string
  readonly email = `${randomUUID().slice(0, 13)}@example.com`
  readonly password = 'correct horse'
  token = ''
  id = ''
  readonly #base: string

  constructor(base: string, name: string) {
    this.#base = base
    this.name = name
  }

  async register(): Promise<this> {
    const { name, email, password } = this
    const { token } = await this.send<{ token: string }>('POST', '/api/users', { name, email, password })
    this.token = token
    this.id = (await this.send<{ _id: string }>('GET', '/api/auth'))._id
    return this
  }

  withProfile(fields: Record<string, string> = {}): Promise<unknown> {
    return this.send('POST', '/api/profile', { status: 'Developer', skills: 'HTML,CSS', ...fields })
  }

  async writePost(text: string): Promise<string> {
    return (await this.send<{ _id: string }>('POST', '/api/posts', { text }))._id
  }

  async send<ApiResponse>(method: string, path: string, body?: unknown): Promise<ApiResponse> {
    const response = await fetch(this.#base + path, {
      method,
      headers: {
        ...(this.token && { 'x-auth-token': this.token }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as ApiResponse
  }

  async leave(): Promise<void> {
    await fetch(`${this.#base}/api/profile`, { method: 'DELETE', headers: { 'x-auth-token': this.token } })
  }

  async open(page: Page, path: string, base = this.#base): Promise<void> {
    const signIn = { key: `signed in ${randomUUID()}`, origin: base, token: this.token }
    // Runs before every document of the page, but must take effect only once.
    await page.addInitScript(({ key, origin, token }) => {
      if (location.origin !== origin || sessionStorage.getItem(key)) return
      sessionStorage.setItem(key, 'done')
      localStorage.setItem('token', token)
    }, signIn)
    await page.goto(base + path)
  }
}
