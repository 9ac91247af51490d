import { isGithubUsername } from '../../../contract/fields/link-fields.ts'
import type { Repo } from '../../../contract/profiles.ts'
import type { Context } from '../../context.ts'
import { notFound, Refusal } from '../../platform/http/refusals.ts'
import { CallQuota } from './call-quota.ts'
import { CodeHost, CodeHostFailure } from './code-host.ts'

const FRESH_FOR = 10 * 60_000
// Doubles with each failure.
const FIRST_RETRY = 15_000
const MAX_BYTES = 4 * 1024 * 1024
// The memory of a cached name beyond its text.
const OVERHEAD = 1_000
const HOST_NOT_RESPONDING = { msg: 'The code host is not responding' }

type Remembered = {
  response: HostResponse | undefined
  failure: unknown
  failures: number
  fetchAt: number
}
type HostResponse = { repos: Repo[] | undefined; size: number }

/** Without a token GitHub allows 60 calls an hour, so viewers share calls and cached copies of any age. */
export class RepoHost {
  readonly #host: CodeHost
  readonly #quota: CallQuota
  readonly #remembered = new Map<string, Remembered>()
  readonly #calls = new Map<string, Promise<Remembered>>()
  #bytes = 0

  constructor(context: Context) {
    this.#host = new CodeHost(context.settings)
    this.#quota = new CallQuota(context)
  }

  async latestRepos(username: string, client: string): Promise<Repo[]> {
    // Valid names also cannot change the path of the request.
    const name = username.toLowerCase()
    const response = isGithubUsername(name) ? await this.#find(name, client) : undefined
    if (!response?.repos) throw notFound('No Github profile found')
    return response.repos
  }

  async #find(name: string, client: string): Promise<HostResponse> {
    let remembered = this.#remembered.get(name)
    if (!remembered || remembered.fetchAt <= Date.now()) {
      const call = this.#call(name, client)
      if (!remembered?.response) remembered = await call
    }
    if (remembered.response) return remembered.response
    throw remembered.failure
  }

  /** Never rejects, because it also runs in the background. */
  #call(name: string, client: string): Promise<Remembered> {
    let call = this.#calls.get(name)
    if (!call) {
      call = this.#fetch(name, client).finally(() => this.#calls.delete(name))
      this.#calls.set(name, call)
    }
    return call
  }

  async #fetch(name: string, client: string): Promise<Remembered> {
    const before = this.#remembered.get(name)
    let called = false
    try {
      this.#host.requireOpen()
      await this.#quota.take(name, client)
      called = true
      const repos = await this.#host.fetchRepos(name)
      const size = JSON.stringify(repos ?? null).length
      const fetchAt = Date.now() + FRESH_FOR
      return this.#remember(name, { response: { repos, size }, failure: undefined, failures: 0, fetchAt })
    } catch (error) {
      const failures = (before?.failures ?? 0) + 1
      const wait = Math.min(FIRST_RETRY * 2 ** (failures - 1), FRESH_FOR)
      const failure =
        error instanceof CodeHostFailure ? new Refusal(502, [HOST_NOT_RESPONDING], wait / 1000) : error
      const failed = { response: before?.response, failure, failures, fetchAt: Date.now() + wait }
      // Not cached if the host was not called: there could be millions of such names.
      return called ? this.#remember(name, failed) : failed
    }
  }

  #remember(name: string, remembered: Remembered): Remembered {
    this.#forget(name)
    this.#remembered.set(name, remembered)
    this.#bytes += sizeOf(remembered)
    for (const oldest of this.#remembered.keys()) {
      if (this.#bytes <= MAX_BYTES) break
      this.#forget(oldest)
    }
    return remembered
  }

  #forget(name: string): void {
    const remembered = this.#remembered.get(name)
    if (!remembered) return
    this.#remembered.delete(name)
    this.#bytes -= sizeOf(remembered)
  }
}

function sizeOf({ response }: Remembered): number {
  // Strings may take two bytes for each character.
  return 2 * (response?.size ?? 0) + OVERHEAD
}
