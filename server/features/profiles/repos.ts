import { isGithubUsername } from '../../../contract/fields/link-fields.ts'
import type { Repo } from '../../../contract/profiles.ts'
import type { Database } from '../../database/database.ts'
import { notFound, Refusal } from '../../platform/http/refusals.ts'
import type { Settings } from '../../platform/process/settings.ts'
import { CallQuota } from './call-quota.ts'
import { CodeHost, NoAnswer } from './code-host.ts'

const FRESH_FOR = 10 * 60_000
// A name that fails is requested again after this time, then after twice as long, and so on.
const FIRST_RETRY = 15_000
const MAX_BYTES = 4 * 1024 * 1024
// The memory of an entry beyond its text.
const ENTRY_OVERHEAD = 1_000

/** The cached state of a name: the last response, if any, and how many calls have failed since. */
type Remembered = {
  answer: Answer | undefined
  failure: unknown
  failures: number
  askAt: number
}
/** `repos` is undefined if the code host knows no such user. */
type Answer = { repos: Repo[] | undefined; size: number }

/**
 * Latest repositories, with as few calls to the code host as possible: without a token it allows 60 calls
 * an hour. Many viewers share one call. A cached copy is served at once, however old, and refreshed in the background.
 */
export class RepoHost {
  readonly #host: CodeHost
  readonly #quota: CallQuota
  readonly #remembered = new Map<string, Remembered>()
  readonly #calls = new Map<string, Promise<Remembered>>()
  #bytes = 0

  constructor(settings: Settings, db: Database) {
    this.#host = new CodeHost(settings)
    this.#quota = new CallQuota(settings, db)
  }

  async latestRepos(username: string): Promise<Repo[]> {
    // Valid names also cannot change the path of the request.
    const name = username.toLowerCase()
    const answer = isGithubUsername(name) ? await this.#find(name) : undefined
    if (!answer?.repos) throw notFound('No Github profile found')
    return answer.repos
  }

  async #find(name: string): Promise<Answer> {
    let known = this.#remembered.get(name)
    if (!known || known.askAt <= Date.now()) {
      const call = this.#call(name)
      if (!known?.answer) known = await call
    }
    if (known.answer) return known.answer
    throw known.failure
  }

  /** Never rejects, because it also runs in the background. */
  #call(name: string): Promise<Remembered> {
    let call = this.#calls.get(name)
    if (!call) {
      call = this.#ask(name).finally(() => this.#calls.delete(name))
      this.#calls.set(name, call)
    }
    return call
  }

  async #ask(name: string): Promise<Remembered> {
    const before = this.#remembered.get(name)
    let asked = false
    try {
      this.#host.requireOpen()
      await this.#quota.take(name)
      asked = true
      const repos = await this.#host.ask(name)
      const size = JSON.stringify(repos ?? null).length
      const askAt = Date.now() + FRESH_FOR
      return this.#remember(name, { answer: { repos, size }, failure: undefined, failures: 0, askAt })
    } catch (error) {
      const failures = (before?.failures ?? 0) + 1
      const wait = Math.min(FIRST_RETRY * 2 ** (failures - 1), FRESH_FOR)
      const failure = error instanceof NoAnswer ? noAnswer(wait) : error
      const failed = { answer: before?.answer, failure, failures, askAt: Date.now() + wait }
      // Not cached if the host was not called: there could be millions of such names.
      return asked ? this.#remember(name, failed) : failed
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

function noAnswer(wait: number): Refusal {
  return new Refusal(502, [{ msg: 'The code host does not answer' }], wait / 1000)
}

function sizeOf({ answer }: Remembered): number {
  // Strings may take two bytes for each character.
  return 2 * (answer?.size ?? 0) + ENTRY_OVERHEAD
}
