// Stands in for the code host and the avatar service, so that no test needs the internet.
import { createServer } from 'node:http'

const repos = [
  {
    id: 1,
    name: 'lattice',
    html_url: 'https://github.com/octo/lattice',
    description: 'A tiny layout engine for terminals',
    stargazers_count: 1234,
    watchers_count: 56,
    forks_count: 7,
  },
  {
    id: 2,
    name: 'dotfiles',
    html_url: 'https://github.com/octo/dotfiles',
    description: null,
    stargazers_count: 0,
    watchers_count: 0,
    forks_count: 0,
  },
]

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

createServer((request, response) => {
  const path = request.url ?? '/'
  if (path.startsWith('/avatar/')) {
    response.writeHead(200, { 'content-type': 'image/png' }).end(pixel)
    return
  }
  const [status, body] = respond(path)
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}).listen(Number(process.env.PORT), '127.0.0.1')

function respond(path: string): [number, unknown] {
  if (path === '/') return [200, {}]
  if (path.startsWith('/users/octo/repos')) return [200, repos]
  if (path.startsWith('/users/broken/repos')) return [500, { message: 'Server Error' }]
  return [404, { message: 'Not Found' }]
}
