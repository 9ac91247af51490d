import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { READING } from '../cache/etags.ts'
import { BuiltFiles } from './built-files.ts'
import { sendRefusal } from './errors.ts'
import type { KnownPaths } from './known-paths.ts'
import { notFound, wrongMethod } from './refusals.ts'

// Calls of the API, files, and what no text contains: who asks for these expects no page.
const NO_PAGE = /^\/+api|\.|%00/

/** What answers the addresses of the page, passed in by a feature. */
export type PageServer = {
  /** The patterns of their paths, for the router. */
  paths: string[]
  isPage(path: string): boolean
  /** Sends the page, even at an unknown address: the page itself says that nothing is there. */
  send(request: FastifyRequest, reply: FastifyReply, path: string): Promise<void>
}

/** The built page: hashed files for ever, and the page itself, always fresh, at every other address. */
export function serveFiles(app: FastifyInstance, paths: KnownPaths, pages: PageServer | undefined): void {
  const files = new BuiltFiles()
  const isPage = (path: string) => pages !== undefined && (pages.isPage(path) || !NO_PAGE.test(path))

  /** Responds to what no route matches: a path of the page, an unknown path, or a method that the path does not accept. */
  const respondUnrouted = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { method } = request
    const path = pathOf(request)
    if (pages && READING.includes(method) && isPage(path)) return pages.send(request, reply, path)
    const known = isPage(path) || files.has(path) ? READING : paths.methodsOf(path)
    if (known.length === 0 || known.includes(method)) return void sendRefusal(reply, notFound('Not found'))
    const allowed = [...known, 'OPTIONS'].sort().join(', ')
    if (method === 'OPTIONS') reply.code(204).header('allow', allowed).send()
    else sendRefusal(reply, wrongMethod(allowed))
  }
  app.setNotFoundHandler(respondUnrouted)
  if (pages) {
    for (const url of pages.paths) {
      app.route({
        method: READING,
        url,
        handler: (request, reply) => pages.send(request, reply, pathOf(request)),
      })
    }
    app.route({
      method: READING,
      url: '/*',
      async handler(request, reply) {
        const path = pathOf(request)
        const isSent = files.has(path) && (await files.send(request, reply, path))
        if (!isSent) await respondUnrouted(request, reply)
      },
    })
  }
  app.addHook('onSend', (_request, reply, payload, done) => {
    // The sender of files leaves them on an answer that has no content.
    if (reply.statusCode === 304) reply.removeHeader('content-type').removeHeader('content-encoding')
    done(null, payload)
  })
  // Before the body is read, as no body could make the request valid.
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done()
    respondUnrouted(request, reply).catch(done)
  })
}

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? ''
