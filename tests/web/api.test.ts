import { describe, expect, it, vi } from 'vitest'
import { nextCursor, onTokenRefused, request } from '../../web/app/api/request.ts'
import { ApiError } from '../../web/app/api/results.ts'
import { stubServer } from './stubs.ts'

const failed = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error) => error as ApiError,
  )

describe('request', () => {
  it('sends the token only if there is one, and a JSON content type with every write', async () => {
    const sent = stubServer({ 'GET /api/profile/me': {}, 'POST /api/posts': {}, 'PUT /api/posts/like/1': {} })
    await request('GET /api/profile/me', {})
    await request('POST /api/posts', { token: 't1', body: { text: 'Hi' } })
    await request('PUT /api/posts/like/:id', { token: 't1', params: { id: '1' } })
    expect(sent.map(({ headers }) => headers)).toEqual([
      {},
      { 'x-auth-token': 't1', 'content-type': 'application/json' },
      { 'x-auth-token': 't1', 'content-type': 'application/json' },
    ])
  })

  it('encodes path parameters so that none can change the path', async () => {
    const sent = stubServer({ 'GET /api/profile/github/a%2F..%2Fb%3F': {} })
    await request('GET /api/profile/github/:username', { params: { username: 'a/../b?' } })
    expect(sent).toHaveLength(1)
  })

  it('throws the errors that the server lists', async () => {
    const errors = [{ msg: 'Text is required', field: 'text' }]
    stubServer({ 'POST /api/posts': { status: 400, statusText: 'Bad Request', body: { errors } } })
    const error = await failed(request('POST /api/posts', { body: { text: '' } }))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 400, statusText: 'Bad Request', errors })
  })

  it.each([[undefined], ['<html>'], [{ errors: [] }], [{ errors: [{ oops: 1 }] }]])(
    'falls back to the status if the body is %j',
    async (body) => {
      stubServer({ 'GET /api/auth': { status: 502, statusText: 'Bad Gateway', body } })
      expect(await failed(request('GET /api/auth', {}))).toMatchObject({
        status: 502,
        errors: [{ msg: 'Bad Gateway' }],
      })
    },
  )

  it('has a status of 0 without a response', async () => {
    stubServer({})
    expect(await failed(request('GET /api/auth', {}))).toMatchObject({
      status: 0,
      statusText: 'Network Error',
    })
  })

  it('reports a rejected token, but not a missing one', async () => {
    const listener = vi.fn()
    onTokenRefused(listener)
    stubServer({ 'GET /api/posts': { status: 401, statusText: 'Unauthorized' } })
    await failed(request('GET /api/posts', {}))
    expect(listener).not.toHaveBeenCalled()
    await failed(request('GET /api/posts', { token: 't1' }))
    expect(listener).toHaveBeenCalledWith('t1')
  })
})

describe('nextCursor', () => {
  it.each([
    [null, null],
    ['</api/posts?limit=50&cursor=a%2Bb>; rel="next"', 'a+b'],
    ['<https://host/api/posts?cursor=z>; title="x"; rel=next', 'z'],
    ['</api/posts?cursor=first>; rel="prev", </api/posts?cursor=z>; rel="next"', 'z'],
    ['</api/posts?cursor=first>; rel="prev"', null],
  ])('of %s is %s', (link, cursor) => expect(nextCursor(link)).toBe(cursor))
})
