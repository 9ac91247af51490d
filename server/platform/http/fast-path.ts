import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { type Access, mayCall } from '../../../contract/access.ts'
import type { Context } from '../../context.ts'
import { tickHasTime } from '../../ticks.ts'
import type { Entry } from '../cache/cache.ts'
import type { HttpResponse } from '../cache/http-response.ts'
import type { Admission } from './admission.ts'
import type { Caller } from './caller.ts'
import { requestHeaders } from './headers.ts'
import { canSendRaw, sendRaw } from './raw-response.ts'
import type { RequestLog, RouteLog } from './request-log.ts'

type Stored = {
  response: Entry<HttpResponse>
  access: Access
  cacheControl: string
  log: RouteLog
}

// About 5 MB. The cache counts the bytes of the responses.
const MAX_STORED = 10_000
const LARGE_RESPONSE = 64 * 1024
// All addresses of the API are shorter.
const LONGEST_URL = 200

/** Runs before the router, which with its hooks costs as much as Node itself. Serves only simple GETs. */
export class FastPath {
  readonly #context: Context
  readonly #admission: Admission
  readonly #log: RequestLog
  readonly #connectionLines: string
  /** By URL, or by the member's id and the URL if only one member gets it. Oldest first. */
  readonly #stored = new Map<string, Stored & { unlink(): void }>()

  constructor(context: Context, admission: Admission, log: RequestLog, keepAliveSeconds: number) {
    this.#context = context
    this.#admission = admission
    this.#log = log
    this.#connectionLines = `connection: keep-alive\r\nkeep-alive: timeout=${keepAliveSeconds}\r\n`
  }

  /** Only the cache knows when a response is out of date, so others are not stored. */
  store({ url = '' }: IncomingMessage, sent: Stored, owner: Caller | undefined): void {
    const key = owner ? ownKey(owner, url) : url
    if (!key || !sent.response.isCurrent || url.length > LONGEST_URL) return
    this.#remove(key)
    if (this.#stored.size >= MAX_STORED)
      for (const oldest of this.#stored.keys().take(1)) this.#remove(oldest)
    const unlink = sent.response.whenDropped(() => this.#stored.delete(key))
    this.#stored.set(key, { ...sent, unlink })
  }

  before(router: RequestListener): RequestListener {
    const { cache } = this.#context
    const canServe = canSendRaw()
    return (request, response) => {
      if (!request.url?.startsWith('/api/')) return router(request, response)
      const arrived = performance.now()
      const passOn = (refusal?: unknown) => {
        this.#admission.recordArrival(request, refusal)
        router(request, response)
      }
      const serveOrPassOn = () => {
        if (!canServe || !this.#serve(request, response, arrived)) passOn()
      }
      const refusal = this.#admission.refusalOf(request)
      const check = refusal ? undefined : cache.check()
      if (refusal) passOn(refusal)
      else if (check) check.then(serveOrPassOn, passOn)
      else serveOrPassOn()
    }
  }

  #serve(request: IncomingMessage, response: ServerResponse, arrived: number): boolean {
    const stored = this.#find(request)
    const { socket, shouldKeepAlive } = response
    // There is no socket while an earlier response is being sent.
    if (!stored || !socket || !shouldKeepAlive) return false
    const { value } = stored.response
    // Writing a large response takes a while, so it queues like other requests if the tick has been used up.
    if (value.size > LARGE_RESPONSE && !tickHasTime()) return false
    const encodings = request.headers['accept-encoding'] as string | undefined
    const form = value.rawForm(encodings, stored.cacheControl, this.#connectionLines)
    if (!form) return false
    const id = () => this.#log.newId(request)
    let lines = ''
    for (const [name, text] of requestHeaders(request, this.#context.settings.trustProxy, id)) {
      lines += `${name}: ${text}\r\n`
    }
    sendRaw(socket, response, form, lines)
    stored.log.completed(arrived, 200, id)
    return true
  }

  #find(request: IncomingMessage): Stored | undefined {
    const { method, url = '', headers } = request
    // A conditional request may get a 304, which the router sends.
    if (method !== 'GET' || headers['if-none-match'] !== undefined) return undefined
    const shared = this.#stored.get(url)
    const caller = shared?.access === 'anyone' ? undefined : this.#admission.cachedCaller(request)
    const stored = shared ?? (caller && this.#stored.get(ownKey(caller, url) ?? ''))
    if (!stored || !mayCall(stored.access, caller?.value)) return undefined
    this.#context.cache.entries.touch(stored.response)
    return stored
  }

  #remove(key: string): void {
    this.#stored.get(key)?.unlink()
    this.#stored.delete(key)
  }
}

function ownKey({ value }: Caller, url: string): string | undefined {
  return value.role === 'visitor' ? undefined : `${value.id} ${url}`
}
