import type { Repo } from '../../../contract/profiles.ts'

const SHOWN = 5
const LONGEST_NAME = 200
const LONGEST_LINK = 500
const LONGEST_DESCRIPTION = 1_000

/** Picks the seven fields and truncates long texts; undefined if the input is not a list of repositories. */
export function presentRepos(body: unknown): Repo[] | undefined {
  if (!Array.isArray(body)) return undefined
  const repos = body.slice(0, SHOWN).map(presentRepo)
  return repos.every((repo) => repo !== undefined) ? repos : undefined
}

function presentRepo(sent: unknown): Repo | undefined {
  const repo = (sent ?? {}) as Record<keyof Repo, unknown>
  const { id, name, html_url, description } = repo
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) return undefined
  if (!isText(name, LONGEST_NAME) || !isText(html_url, LONGEST_LINK)) return undefined
  if (!/^https?:\/\//.test(html_url)) return undefined
  return {
    id,
    name,
    html_url,
    description: typeof description === 'string' ? truncate(description) : null,
    stargazers_count: asCount(repo.stargazers_count),
    watchers_count: asCount(repo.watchers_count),
    forks_count: asCount(repo.forks_count),
  }
}

/** Copied, because a slice would keep the whole text in memory. */
function truncate(text: string): string {
  return Buffer.from(text.slice(0, LONGEST_DESCRIPTION)).toString()
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length <= longest
}

function asCount(count: unknown): number {
  return typeof count === 'number' && Number.isSafeInteger(count) ? count : 0
}
