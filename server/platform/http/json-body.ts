import type { FastifyInstance } from 'fastify'
import { invalid } from './refusals.ts'

export const BODY_LIMIT = 100 * 1024

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Only JSON bodies are accepted. An empty body is fine, as some clients send a content type without one. */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body: Buffer, done) => {
    if (body.length === 0) return done(null, undefined)
    try {
      // Forms read only their own fields with hasOwn, so a key such as __proto__ has no effect.
      done(null, JSON.parse(utf8.decode(body)))
    } catch {
      done(invalid({ msg: 'The body must be valid JSON' }))
    }
  })
}
