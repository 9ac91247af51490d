import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openApiDocument } from '../../../contract/openapi/document.ts'
import { resolveReferences } from '../../../contract/openapi/resolve.ts'
import { READING } from '../cache/etags.ts'
import { FixedAnswer } from './fixed-answer.ts'
import { REFERENCE_STYLE, referencePage } from './reference-page.ts'

/** Serves the description of the API: as a page for people, as an OpenAPI document for programs. */
export function apiDocument(app: FastifyInstance): void {
  const page = lazy(
    () => new FixedAnswer(referencePage(resolveReferences(openApiDocument())), 'text/html; charset=utf-8'),
  )
  const document = lazy(
    () => new FixedAnswer(JSON.stringify(openApiDocument()), 'application/json; charset=utf-8'),
  )
  const style = lazy(() => new FixedAnswer(REFERENCE_STYLE, 'text/css; charset=utf-8'))

  const read = (url: string, handler: (request: FastifyRequest, reply: FastifyReply) => FastifyReply) =>
    app.route({ method: READING, url, handler })

  read('/api/docs', (request, reply) => {
    const forPeople = request.headers.accept?.includes('text/html')
    return (forPeople ? page() : document()).send(request, reply.header('vary', 'accept'))
  })
  read('/api/docs/openapi.json', (request, reply) => document().send(request, reply))
  read('/api/docs/style.css', (request, reply) => style().send(request, reply))
}

/** Created on first use, so that the start does not wait for it. */
function lazy<T>(make: () => T): () => T {
  let value: T | undefined
  return () => {
    value ??= make()
    return value
  }
}
