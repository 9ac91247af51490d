import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '../../contract/calls.ts'
import { startApp, type TestApp } from '../app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

/** `/projects/order` also matches `/projects/:id`. */
const matches = (pattern: string, path: string) =>
  new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path)

const paths = Object.keys(calls).map((name) => name.split(' ')[1] ?? '')
const api = [...new Set(paths)].map((path): [string, string] => {
  const methods = Object.keys(calls)
    .filter((name) => matches(name.split(' ')[1] ?? '', path))
    .flatMap((name) => (name.startsWith('GET ') ? ['GET', 'HEAD'] : [name.split(' ')[0] ?? '']))
  return [path.replace(/:\w+/g, 'some-id'), [...new Set([...methods, 'OPTIONS'])].sort().join(', ')]
})
test.each(Object.keys(calls))('a trailing slash changes nothing for %s', async (name) => {
  const [method = '', path = ''] = name.replace(/:\w+/g, 'some-id').split(' ')
  const call = async (url: string) => {
    const { status, body } = await app.call(method, url)
    return { status, body }
  }
  expect(await call(`${path}/`)).toEqual(await call(path))
  expect((await app.call('PROPFIND', `${path}/`)).status).toBe(405)
})

const otherPaths = ['/', '/login', '/posts/some-id', '/theme.js', '/healthz', '/api/docs'].map(
  (path): [string, string] => [path, 'GET, HEAD, OPTIONS'],
)

test.each([...api, ...otherPaths])(
  'an unsupported method for %s is a 405 that allows %s',
  async (path, allowed) => {
    const names = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']
    const wrong = names.filter((method) => !allowed.split(', ').includes(method))
    expect(wrong.length).toBeGreaterThan(1)
    for (const method of wrong) {
      const headers = { 'content-type': 'text/plain' }
      const response = await app.call(method, path, { ...(method !== 'GET' && { headers, body: 'x' }) })
      expect(response.status, method).toBe(405)
      expect(response.headers.get('allow'), method).toBe(allowed)
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(response.body).toEqual({ errors: [{ msg: 'Method not allowed' }] })
      expect(response.headers.get('x-request-id')).not.toBeNull()
    }
    const options = await app.call('OPTIONS', path)
    expect([options.status, options.body]).toEqual([204, ''])
    expect(options.headers.get('allow')).toBe(allowed)
  },
)
