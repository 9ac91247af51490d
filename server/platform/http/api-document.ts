import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openApiDocument } from '../../../contract/openapi/document.ts'
import { resolveReferences } from '../../../contract/openapi/resolve.ts'
import { CachedResponse } from '../cache/cached-response.ts'
import { REFERENCE_STYLE, referencePage } from './reference-page.ts'
import { READING, sendResponse } from './send-response.ts'

export function apiDocument(app: FastifyInstance): void {
  const page = lazy(() => responseOf(referencePage(resolveReferences(openApiDocument())), 'text/html'))
  const document = lazy(() => responseOf(JSON.stringify(openApiDocument()), 'application/json'))
  const style = lazy(() => responseOf(REFERENCE_STYLE, 'text/css'))

  const read = (url: string, responseTo: (request: FastifyRequest) => CachedResponse) =>
    app.route({
      method: READING,
      url,
      handler: (request: FastifyRequest, reply: FastifyReply) =>
        sendResponse(request, reply, responseTo(request), 'no-cache'),
    })

  read('/api/docs', ({ headers }) => (headers.accept?.includes('text/html') ? page() : document()))
  read('/api/docs/openapi.json', document)
  read('/api/docs/style.css', style)
}

function responseOf(body: string, type: string): CachedResponse {
  const headers = { 'content-type': `${type}; charset=utf-8`, vary: 'accept, accept-encoding' }
  return new CachedResponse({ body, headers })
}

function lazy<T>(create: () => T): () => T {
  let value: T | undefined
  return () => {
    value ??= create()
    return value
  }
}
