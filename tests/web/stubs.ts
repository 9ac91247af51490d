import { afterEach, vi } from 'vitest'
import { siteChanged } from '../../web/app/state/site-slice.ts'
import { createStore } from '../../web/app/state/store.ts'
import { recoverSession } from '../../web/features/accounts/session.ts'
import { rememberToken } from '../../web/features/accounts/token-memory.ts'

// The page reads the settings of the community from its HTML, which has none here.
Object.assign(globalThis, { document: { querySelector: () => null } })

class MemoryStorage {
  readonly #items = new Map<string, string>()
  getItem = (key: string) => this.#items.get(key) ?? null
  setItem = (key: string, value: string) => void this.#items.set(key, value)
  removeItem = (key: string) => void this.#items.delete(key)
}

type Reply = {
  status?: number
  statusText?: string
  body?: unknown
  headers?: Record<string, string>
  delay?: number
}
export type Sent = { name: string; body: unknown; headers: Record<string, string> }

/** All other calls fail as without a network. */
export function stubServer(replies: Record<string, Reply | Reply[]>): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (url: string, { method, headers, body }: RequestInit) => {
    const name = `${method} ${url}`
    sent.push({
      name,
      headers: headers as Record<string, string>,
      body: body === undefined || body === null ? undefined : JSON.parse(String(body)),
    })
    const planned = replies[name]
    const reply = Array.isArray(planned) ? planned.shift() : planned
    if (!reply) throw new TypeError('Failed to fetch')
    const { status = 200, statusText = 'OK', body: replyBody = {}, headers: replied, delay } = reply
    if (delay) await new Promise((resolve) => setTimeout(resolve, delay))
    return new Response(JSON.stringify(replyBody), { status, statusText, headers: replied })
  })
  return sent
}

/** A token may be current or set aside. */
export function startPage(token: string | null = null, setAside: string | null = null) {
  const storage = new MemoryStorage()
  if (token) storage.setItem('token', token)
  if (setAside) storage.setItem('token-set-aside', setAside)
  const listeners: ((event: { key: string | null }) => void)[] = []
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('addEventListener', (type: string, listener: (typeof listeners)[number]) => {
    if (type === 'storage') listeners.push(listener)
  })
  const store = createStore()
  store.dispatch(siteChanged({ isExtended: true }))
  rememberToken(store)
  recoverSession(store)
  const otherTab = (token: string | null) => {
    if (token) storage.setItem('token', token)
    else storage.removeItem('token')
    for (const listener of listeners) listener({ key: 'token' })
  }
  return { store, storage, otherTab }
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
