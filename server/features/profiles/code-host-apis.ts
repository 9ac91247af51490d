import type { Repo } from '../../../contract/profiles.ts'
import type { Settings } from '../../platform/process/settings.ts'

export type Sent = Record<string, unknown>

/** How a kind of code host is asked, and how its repositories are read as GitHub's. Valid names are safe in a path. */
export type CodeHostApi = {
  network: string
  path(username: string): string
  /** Of the page with the newest repositories, if the host lists the oldest first. */
  lastPage?(username: string, headers: Headers): string | undefined
  headers(token: string): Record<string, string>
  read(repo: Sent): Record<keyof Repo, unknown>
  arrange?(repos: Sent[]): Sent[]
}

const PAGE_SIZE = 50

export const CODE_HOST_APIS: Record<Settings['codeHost']['kind'], CodeHostApi> = {
  github: {
    network: 'GitHub',
    path: (username) => `/users/${username}/repos?sort=created&direction=desc&per_page=5&type=owner`,
    headers: (token) => ({ authorization: `Bearer ${token}` }),
    read: (repo) => repo as Record<keyof Repo, unknown>,
  },
  gitlab: {
    network: 'GitLab',
    // Otherwise a token would reveal what only its owner may see.
    path: (username) =>
      `/api/v4/users/${username}/projects?visibility=public&order_by=created_at&sort=desc&per_page=5`,
    headers: (token) => ({ 'private-token': token }),
    read: ({ id, name, web_url, description, star_count, forks_count }) => ({
      id,
      name,
      html_url: web_url,
      description,
      stargazers_count: star_count,
      // GitLab has no watchers. GitHub's number is also that of the stars.
      watchers_count: star_count,
      forks_count,
    }),
  },
  gitea: {
    network: 'Gitea',
    path: (username) => `/api/v1/users/${username}/repos?limit=${PAGE_SIZE}`,
    lastPage(username, headers) {
      const pages = Math.ceil(Number(headers.get('x-total-count')) / PAGE_SIZE)
      return pages > 1 ? `${this.path(username)}&page=${pages}` : undefined
    },
    headers: (token) => ({ authorization: `token ${token}` }),
    read: ({ id, name, html_url, description, stars_count, watchers_count, forks_count }) => ({
      id,
      name,
      html_url,
      description,
      stargazers_count: stars_count,
      watchers_count,
      forks_count,
    }),
    // With a token, private ones are listed too.
    arrange: (repos) =>
      repos
        .filter((repo) => repo.private !== true)
        .toSorted((a, b) => (String(a.created_at) < String(b.created_at) ? 1 : -1)),
  },
}
