import type { Repo } from '../../../contract/profiles.ts'
import type { Settings } from '../../platform/process/settings.ts'

export type Sent = Record<string, unknown>

/** `read` converts a repository to the fields of GitHub. Valid names are safe in a path. */
export type CodeHostApi = {
  network: string
  path(username: string): string
  reposOf?(userId: number): string
  headers(token: string): Record<string, string>
  read(repo: Sent): Record<keyof Repo, unknown>
}

export const CODE_HOST_APIS: Record<Settings['codeHost']['kind'], CodeHostApi> = {
  github: {
    network: 'GitHub',
    path: (username) => `/users/${username}/repos?sort=created&direction=desc&per_page=5&type=owner`,
    headers: (token) => ({ authorization: `Bearer ${token}` }),
    read: (repo) => repo as Record<keyof Repo, unknown>,
  },
  gitlab: {
    network: 'GitLab',
    // Excludes what only the owner of the token may see.
    path: (username) =>
      `/api/v4/users/${username}/projects?visibility=public&order_by=created_at&sort=desc&per_page=5`,
    headers: (token) => ({ 'private-token': token }),
    read: ({ id, name, web_url, description, star_count, forks_count }) => ({
      id,
      name,
      html_url: web_url,
      description,
      stargazers_count: star_count,
      // GitLab has no watchers; on GitHub they equal the stars.
      watchers_count: star_count,
      forks_count,
    }),
  },
  gitea: {
    network: 'Gitea',
    path: (username) => `/api/v1/users/${username}`,
    // The list by name cannot be sorted. Excludes private repositories of the token.
    reposOf: (userId) =>
      `/api/v1/repos/search?uid=${userId}&exclusive=true&is_private=false&sort=created&order=desc&limit=5`,
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
  },
}
