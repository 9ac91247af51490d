import type { ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '../app.ts'
import { startCodeHost } from '../fake-code-host.ts'

const sends =
  (status: number, body: unknown, headers = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, headers).end(JSON.stringify(body))
  }

/** Gitea lists the repositories of a user's id. */
const sendsGitea =
  (status: number, repos: unknown, headers = {}) =>
  (response: ServerResponse, path: string) =>
    path.includes('/users/')
      ? sends(200, { id: 3, login: 'ada' })(response)
      : sends(status, { ok: true, data: repos }, headers)(response)

async function startWith(kind: 'gitlab' | 'gitea') {
  const host = await startCodeHost()
  onTestFinished(host.stop)
  const app = await startApp({
    CODE_HOST: kind,
    CODE_HOST_URL: `${host.url}/code/`,
    CODE_HOST_TOKEN: 'host-token',
  })
  onTestFinished(() => app.stop())
  const read = (name: string) => app.call('GET', `/api/profile/github/${name}`)
  return { host, app, read }
}

const EXPECTED = {
  id: 7,
  name: 'engine',
  html_url: 'https://code.example/ada/engine',
  description: 'Analytical',
  stargazers_count: 3,
  watchers_count: 3,
  forks_count: 1,
}

const GITLAB = {
  id: 7,
  name: 'engine',
  path_with_namespace: 'ada/engine',
  web_url: 'https://code.example/ada/engine',
  description: 'Analytical',
  star_count: 3,
  forks_count: 1,
  visibility: 'public',
  created_at: '2026-01-02T03:04:05.678Z',
}

const GITEA = {
  id: 7,
  name: 'engine',
  full_name: 'ada/engine',
  html_url: 'https://code.example/ada/engine',
  description: 'Analytical',
  stars_count: 3,
  watchers_count: 3,
  forks_count: 1,
  private: false,
  created_at: '2026-01-02T03:04:05Z',
}

test('the newest public projects of a GitLab user are repositories with the seven fields', async () => {
  const { host, read } = await startWith('gitlab')
  host.respond = sends(200, [GITLAB, { ...GITLAB, id: 6, description: null, star_count: undefined }])
  expect((await read('Ada')).body).toEqual([
    EXPECTED,
    { ...EXPECTED, id: 6, description: null, stargazers_count: 0, watchers_count: 0 },
  ])
  expect(host.asked[0]?.path).toBe(
    '/code/api/v4/users/ada/projects?visibility=public&order_by=created_at&sort=desc&per_page=5',
  )
  expect(host.asked[0]?.headers['private-token']).toBe('host-token')
})

test('a Gitea server is asked for the newest public repositories of the user', async () => {
  const { host, read } = await startWith('gitea')
  host.respond = sendsGitea(200, [GITEA, { ...GITEA, id: 6 }])
  expect((await read('Ada')).body).toEqual([EXPECTED, { ...EXPECTED, id: 6 }])
  expect(host.asked.map(({ path }) => path)).toEqual([
    '/code/api/v1/users/ada',
    '/code/api/v1/repos/search?uid=3&exclusive=true&is_private=false&sort=created&order=desc&limit=5',
  ])
  expect(host.asked[1]?.headers.authorization).toBe('token host-token')

  host.respond = sends(200, { id: '3&uid=4' })
  expect((await read('hostile')).status).toBe(502)
})

test.each(['gitlab', 'gitea'] as const)('the rules for failures hold for %s too', async (kind) => {
  const { host, read } = await startWith(kind)
  const [repo, sendsRepos] = kind === 'gitlab' ? ([GITLAB, sends] as const) : ([GITEA, sendsGitea] as const)
  host.respond = sends(404, { message: '404 User Not Found' })
  expect((await read('unknown')).body).toEqual({ errors: [{ msg: 'No Github profile found' }] })

  const broken: [string, (response: ServerResponse, path: string) => void][] = [
    ['wrong', sends(200, { message: 'x' })],
    ['null', sendsRepos(200, [null])],
    ['scheme', sendsRepos(200, [{ ...repo, html_url: 'javascript:x', web_url: 'javascript:x' }])],
    ['failing', sends(500, {})],
    ['elsewhere', sends(302, {}, { location: 'https://elsewhere.example/' })],
    ['endless', (response) => response.end(`["${'x'.repeat(2 * 1024 * 1024)}"]`)],
    ['closing', (response) => response.destroy()],
  ]
  for (const [name, respond] of broken) {
    host.respond = respond
    expect((await read(name)).status, name).toBe(502)
  }

  host.respond = (response, path) =>
    path.includes('/users/old')
      ? sends(301, {}, { location: path.replace('/users/old', '/users/new') })(response)
      : sendsRepos(200, [repo])(response, path)
  expect((await read('old')).body).toEqual([EXPECTED])

  host.respond = sends(403, { message: '403 Forbidden' })
  expect((await read('private')).status).toBe(503)
  host.respond = sendsRepos(200, [repo], {
    'ratelimit-remaining': '0',
    'ratelimit-reset': Date.now() / 1000 + 600,
  })
  expect((await read('last')).status).toBe(200)
  const refused = await read('another')
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500)
})

test('a slow GitLab is a 502 after five seconds', async () => {
  const { host, read } = await startWith('gitlab')
  host.respond = () => {}
  expect((await read('slow')).status).toBe(502)
})
