import { isRecord } from '../../../contract/fields/form.ts'
import type { Repo } from '../../../contract/profiles.ts'
import { Refusal, unavailable } from '../../platform/http/refusals.ts'
import type { Settings } from '../../platform/process/settings.ts'
import { CODE_HOST_APIS, type CodeHostApi, type Sent } from './code-host-apis.ts'

const TIMEOUT = 5_000
const MAX_BYTES = 1024 * 1024
const MAX_AT_ONCE = 30
const BUSY_RETRY = 5
const REFUSED_FOR = 60_000
const LONGEST_REFUSAL = 60 * 60_000

const MAX_REPOS = 5
const LONGEST_NAME = 200
const LONGEST_LINK = 500
const LONGEST_DESCRIPTION = 1_000

export class CodeHostFailure extends Error {}

export class CodeHost {
  readonly #settings: Settings
  readonly #api: CodeHostApi
  #closedUntil = 0
  #running = 0

  constructor(settings: Settings) {
    this.#settings = settings
    this.#api = CODE_HOST_APIS[settings.codeHost.kind]
  }

  requireOpen(): void {
    if (this.#closedUntil > Date.now()) throw this.#refusal()
    if (this.#running >= MAX_AT_ONCE) throw unavailable('The code host is busy', BUSY_RETRY)
  }

  async fetchRepos(username: string): Promise<Repo[] | undefined> {
    this.requireOpen()
    this.#running++
    try {
      return await this.#read(username)
    } catch (error) {
      throw error instanceof Refusal ? error : new CodeHostFailure()
    } finally {
      this.#running--
    }
  }

  async #read(username: string): Promise<Repo[] | undefined> {
    const { path, reposOf, read } = this.#api
    const first = await this.#fetchJson(path(username))
    const list = first && reposOf ? await this.#fetchJson(reposOf(requireId(first.body))) : first
    return (
      list &&
      requireRepos(list.body)
        .slice(0, MAX_REPOS)
        .map((repo) => presentRepo(read(repo)))
    )
  }

  async #fetchJson(path: string): Promise<{ body: unknown } | undefined> {
    const response = await this.#fetch(`${this.#settings.codeHost.url}${path}`)
    this.#obey(response)
    if (response.ok) return { body: JSON.parse(await readText(response)) }
    await response.body?.cancel()
    if (response.status === 404) return undefined
    throw response.status === 403 || response.status === 429 ? this.#refusal() : new CodeHostFailure()
  }

  /** Follows one redirect, as for renamed users, but never to another server. */
  async #fetch(url: string): Promise<Response> {
    const { token } = this.#settings.codeHost
    const headers: Record<string, string> = {
      accept: 'application/json',
      'user-agent': 'developer-connector',
      ...(token && this.#api.headers(token)),
    }
    const options: RequestInit = { headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT) }
    const response = await fetch(url, options)
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || location === null) return response
    await response.body?.cancel()
    const target = new URL(location, url)
    if (target.origin !== new URL(url).origin) throw new CodeHostFailure()
    return fetch(target, options)
  }

  #refusal(): Refusal {
    const wait = Math.max(this.#closedUntil - Date.now(), 0) || REFUSED_FOR
    return unavailable('The code host is refusing requests for now', Math.ceil(wait / 1000))
  }

  #obey(response: Response): void {
    if (!isQuotaUsedUp(response)) return
    const { headers } = response
    const now = Date.now()
    const resets = Number(rateLimit(headers, 'reset')) * 1000 - now
    const wait = retryAfter(headers.get('retry-after'), now) || Math.max(resets, 0)
    this.#closedUntil = now + Math.min(wait || REFUSED_FOR, LONGEST_REFUSAL)
  }
}

/** Other 403 responses are about one name. */
function isQuotaUsedUp({ status, headers }: Response): boolean {
  return (
    status === 429 ||
    (status === 403 && headers.has('retry-after')) ||
    rateLimit(headers, 'remaining') === '0'
  )
}

function rateLimit(headers: Headers, value: 'remaining' | 'reset'): string | null {
  return headers.get(`x-ratelimit-${value}`) ?? headers.get(`ratelimit-${value}`)
}

function retryAfter(text: string | null, now: number): number {
  if (text === null) return 0
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Math.max(wait, 0) || 0
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new CodeHostFailure()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function requireRepos(body: unknown): Sent[] {
  const repos = isRecord(body) ? body.data : body
  if (!Array.isArray(repos) || !repos.every(isRecord)) throw new CodeHostFailure()
  return repos
}

function requireId(record: unknown): number {
  const id = isRecord(record) ? record.id : undefined
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) throw new CodeHostFailure()
  return id
}

function presentRepo(repo: Record<keyof Repo, unknown>): Repo {
  const { name, html_url, description } = repo
  if (!isText(name, LONGEST_NAME) || !isText(html_url, LONGEST_LINK)) throw new CodeHostFailure()
  if (!/^https?:\/\//.test(html_url)) throw new CodeHostFailure()
  return {
    id: requireId(repo),
    name,
    html_url,
    description: typeof description === 'string' ? truncate(description) : null,
    stargazers_count: asCount(repo.stargazers_count),
    watchers_count: asCount(repo.watchers_count),
    forks_count: asCount(repo.forks_count),
  }
}

/** A slice would keep the whole text in memory. */
function truncate(text: string): string {
  return Buffer.from(text.slice(0, LONGEST_DESCRIPTION)).toString()
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length <= longest
}

function asCount(count: unknown): number {
  return typeof count === 'number' && Number.isSafeInteger(count) ? count : 0
}
