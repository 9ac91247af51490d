import { isGithubUsername } from '../../contract/fields.ts'
import type { Repo } from '../../contract/profiles.ts'
import { notFound, Refusal, unavailable } from '../http/refusals.ts'
import type { Settings } from '../settings.ts'

const FRESH_FOR = 10 * 60_000
const TIMEOUT = 5_000
const MOST_REMEMBERED = 1_000
const RETRY_AFTER = 60

/** `repos` is undefined where the code host knows no such user. */
type Remembered = { repos: Repo[] | undefined; at: number }

/**
 * The code host, asked as seldom as possible: unauthenticated it allows 60 calls an hour. An answer
 * is kept for ten minutes, many viewers wait for one call, and an old copy beats an error.
 */
export class RepoHost {
  readonly #settings: Settings
  readonly #remembered = new Map<string, Remembered>()
  readonly #calls = new Map<string, Promise<Remembered>>()

  constructor(settings: Settings) {
    this.#settings = settings
  }

  async latestRepos(username: string): Promise<Repo[]> {
    // The rule of names also keeps a name from bending the path.
    const key = username.toLowerCase()
    const repos = isGithubUsername(key) ? (await this.#find(key)).repos : undefined
    if (!repos) throw notFound('No Github profile found')
    return repos
  }

  async #find(key: string): Promise<Remembered> {
    const copy = this.#remembered.get(key)
    if (copy && Date.now() - copy.at < FRESH_FOR) return copy
    try {
      return await this.#call(key)
    } catch (error) {
      if (copy) return copy
      throw error
    }
  }

  #call(key: string): Promise<Remembered> {
    let call = this.#calls.get(key)
    if (!call) {
      call = this.#ask(key)
        .then((answer) => this.#remember(key, answer))
        .finally(() => this.#calls.delete(key))
      this.#calls.set(key, call)
    }
    return call
  }

  #remember(key: string, repos: Repo[] | undefined): Remembered {
    const remembered = { repos, at: Date.now() }
    this.#remembered.delete(key)
    this.#remembered.set(key, remembered)
    const [oldest] = this.#remembered.keys()
    if (this.#remembered.size > MOST_REMEMBERED && oldest) this.#remembered.delete(oldest)
    return remembered
  }

  async #ask(username: string): Promise<Repo[] | undefined> {
    const { githubApiUrl, githubToken } = this.#settings
    const url = `${githubApiUrl}/users/${username}/repos?sort=created&direction=desc&per_page=5&type=owner`
    const headers: Record<string, string> = {
      accept: 'application/vnd.github+json',
      'user-agent': 'developer-connector',
    }
    if (githubToken) headers.authorization = `Bearer ${githubToken}`
    try {
      const response = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT) })
      if (response.status === 404) return undefined
      if (response.status === 403 || response.status === 429) throw refused(response)
      if (!response.ok) throw noAnswer()
      return presentRepos(await response.json())
    } catch (error) {
      throw error instanceof Refusal ? error : noAnswer()
    }
  }
}

function refused(response: Response): Refusal {
  const resets = Number(response.headers.get('x-ratelimit-reset')) - Date.now() / 1000
  const wait = Number(response.headers.get('retry-after')) || resets
  return unavailable(wait > 0 ? Math.ceil(wait) : RETRY_AFTER, 'The code host refuses to answer for now')
}

function noAnswer(): Refusal {
  return new Refusal(502, [{ msg: 'The code host does not answer' }], RETRY_AFTER)
}

/** Only the named fields go out, whatever the host sends. */
function presentRepos(body: unknown): Repo[] {
  if (!Array.isArray(body)) throw noAnswer()
  return body.slice(0, 5).map((repo) => {
    const { id, name, html_url, description } = repo
    if (!Number.isSafeInteger(id) || typeof name !== 'string' || !isWebAddress(html_url)) throw noAnswer()
    return {
      id,
      name,
      html_url,
      description: typeof description === 'string' ? description : null,
      stargazers_count: asCount(repo.stargazers_count),
      watchers_count: asCount(repo.watchers_count),
      forks_count: asCount(repo.forks_count),
    }
  })
}

function isWebAddress(url: unknown): boolean {
  return typeof url === 'string' && /^https?:\/\//.test(url)
}

function asCount(count: unknown): number {
  return typeof count === 'number' && Number.isSafeInteger(count) ? count : 0
}
