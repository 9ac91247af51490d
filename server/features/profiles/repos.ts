import { LRUCache } from 'lru-cache'
import { isGithubUsername } from '../../../contract/fields/link-fields.ts'
import type { Repo } from '../../../contract/profiles.ts'
import type { Context } from '../../context.ts'
import { notFound, Refusal } from '../../platform/http/refusals.ts'
import { CallQuota } from './call-quota.ts'
import { CodeHost, CodeHostFailure } from './code-host.ts'

const FRESH_FOR = 10 * 60_000
const FIRST_RETRY = 15_000
const MAX_BYTES = 4 * 1024 * 1024
const OVERHEAD = 1_000
const HOST_NOT_RESPONDING = { msg: 'The code host is not responding' }

type CachedRepos = {
  response: HostResponse | undefined
  failure: unknown
  failures: number
  fetchAt: number
}
type HostResponse = { repos: Repo[] | undefined; size: number }

/** GitHub allows 60 calls an hour without a token, so old copies are better than none. */
export class RepoHost {
  readonly #host: CodeHost
  readonly #quota: CallQuota
  readonly #cache = new LRUCache<string, CachedRepos>({ maxSize: MAX_BYTES, sizeCalculation: sizeOf })
  readonly #calls = new Map<string, Promise<CachedRepos>>()

  constructor(context: Context) {
    this.#host = new CodeHost(context.settings)
    this.#quota = new CallQuota(context)
  }

  async latestRepos(username: string, client: string): Promise<Repo[]> {
    const name = username.toLowerCase()
    const response = isGithubUsername(name) ? await this.#find(name, client) : undefined
    if (!response?.repos) throw notFound('No Github profile found')
    return response.repos
  }

  async #find(name: string, client: string): Promise<HostResponse> {
    let cached = this.#cache.get(name)
    if (!cached || cached.fetchAt <= Date.now()) {
      const call = this.#call(name, client)
      if (!cached?.response) cached = await call
    }
    if (cached.response) return cached.response
    throw cached.failure
  }

  /** Not always awaited, so it never rejects. */
  #call(name: string, client: string): Promise<CachedRepos> {
    let call = this.#calls.get(name)
    if (!call) {
      call = this.#fetch(name, client).finally(() => this.#calls.delete(name))
      this.#calls.set(name, call)
    }
    return call
  }

  async #fetch(name: string, client: string): Promise<CachedRepos> {
    const before = this.#cache.get(name)
    let called = false
    try {
      this.#host.requireOpen()
      await this.#quota.take(name, client)
      called = true
      const repos = await this.#host.fetchRepos(name)
      const size = JSON.stringify(repos ?? null).length
      const fetchAt = Date.now() + FRESH_FOR
      const fetched = { response: { repos, size }, failure: undefined, failures: 0, fetchAt }
      this.#cache.set(name, fetched)
      return fetched
    } catch (error) {
      const failures = (before?.failures ?? 0) + 1
      const wait = Math.min(FIRST_RETRY * 2 ** (failures - 1), FRESH_FOR)
      const failure =
        error instanceof CodeHostFailure ? new Refusal(502, [HOST_NOT_RESPONDING], wait / 1000) : error
      const failed = { response: before?.response, failure, failures, fetchAt: Date.now() + wait }
      // Anyone can invent names, so they are not cached without a call.
      if (called) this.#cache.set(name, failed)
      return failed
    }
  }
}

function sizeOf({ response }: CachedRepos): number {
  return 2 * (response?.size ?? 0) + OVERHEAD
}
