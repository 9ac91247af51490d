import { expect } from 'vitest'
import type { TestApp } from './app.ts'

/** Follows redirects and keeps cookies by host, as a browser does. */
export class Browser {
  readonly #cookies = new Map<string, Map<string, string>>()

  async go(
    url: string,
    form?: Record<string, string>,
  ): Promise<{ url: string; status: number; text: string }> {
    const { origin } = new URL(url)
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: this.cookieFor(origin) },
      body: form && new URLSearchParams(form),
    })
    this.keep(origin, response.headers.getSetCookie())
    const text = await response.text()
    const location = response.headers.get('location')
    if (response.status >= 300 && response.status < 400 && location) {
      const next = new URL(location, url).href
      return /\/sign-in(\?to=settings)?#|\/(login|settings)\?/.test(next)
        ? { url: next, status: 303, text: '' }
        : this.go(next)
    }
    return { url, status: response.status, text }
  }

  /** Keeps the cookies of a response that something else received. */
  keep(origin: string, cookies: string[]): void {
    const jar = this.#cookies.get(origin) ?? new Map<string, string>()
    this.#cookies.set(origin, jar)
    for (const cookie of cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '' || /max-age=0/i.test(cookie)) jar.delete(name)
      else jar.set(name, value)
    }
  }

  cookieFor(origin: string): string {
    return [...(this.#cookies.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async signIn(login: string, at: TestApp, provider = 'oidc'): Promise<string> {
    let page = await this.go(`${at.running.address}/sign-in/${provider}`)
    while (page.url.includes('/interaction/')) {
      const action = /action="([^"]+)"/.exec(page.text)?.[1] ?? ''
      const prompt = /name="prompt" value="(\w+)"/.exec(page.text)?.[1] ?? ''
      page = await this.go(new URL(action, page.url).href, { prompt, login, password: 'anything' })
    }
    return page.url
  }
}

export const codeIn = (url: string) => url.split('#')[1] ?? ''

export type Returned = { code: string; cookie: string }

export const finishSignIn = (
  app: TestApp,
  { code, cookie }: Returned,
  password?: string,
  more: object = {},
) => app.call('POST', '/api/auth/provider', { body: { code, password, ...more }, headers: { cookie } })

export async function returnedFrom(app: TestApp, login: string, provider = 'oidc'): Promise<Returned> {
  const browser = new Browser()
  const url = await browser.signIn(login, app, provider)
  expect(url).toMatch(new RegExp(`^${app.running.address}/sign-in#[\\w-]{43}$`))
  return { code: codeIn(url), cookie: browser.cookieFor(app.running.address) }
}
