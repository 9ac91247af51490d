import type { FastifyInstance } from 'fastify'
import { openApiDocument } from '../contract/openapi.ts'
import { REFERENCE_STYLE, referencePage } from './http/reference-page.ts'

/** The API described: for people as a page, for programs as an OpenAPI document. */
export function apiDocument(app: FastifyInstance): void {
  app.get('/api/docs', async (request, reply) => {
    reply.headers({ 'cache-control': 'no-cache', vary: 'accept' })
    if (!request.headers.accept?.includes('text/html')) return openApiDocument()
    return reply.type('text/html; charset=utf-8').send(referencePage(openApiDocument()))
  })
  app.get('/api/docs/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(openApiDocument()),
  )
  app.get('/api/docs/style.css', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(REFERENCE_STYLE),
  )
}
