import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { READING } from '../answers/etags.ts'
import { projectFolder } from '../paths.ts'
import { sendRefusal } from './errors.ts'
import { FixedAnswer } from './fixed-answer.ts'
import type { KnownPaths } from './known-paths.ts'
import { notFound, wrongMethod } from './refusals.ts'

const ROOT = join(projectFolder, 'dist/web')

/** The built page: hashed files for ever, and index.html, always fresh, for every path of the page. */
export function serveFiles(app: FastifyInstance, paths: KnownPaths): void {
  const page = readPage()
  const files = new Set(page && readdirSync(ROOT, { recursive: true }).map((file) => `/${file}`))
  const isPage = (path: string) => page !== undefined && !path.startsWith('/api') && !path.includes('.')
  if (page) {
    // To the file server this is a folder without an index.
    app.route({ method: READING, url: '/', handler: (request, reply) => page.send(request, reply) })
    app.register(fastifyStatic, {
      root: ROOT,
      preCompressed: true,
      index: false,
      wildcard: true,
      setHeaders(reply, path) {
        const immutable = path.startsWith(join(ROOT, 'assets'))
        reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }

  /** What no route takes: a path of the page, or nothing, or something that this method cannot be used on. */
  const answerUnrouted = (request: FastifyRequest, reply: FastifyReply) => {
    const { url, method } = request
    const path = url.split('?')[0] ?? ''
    if (page && READING.includes(method) && isPage(path)) return page.send(request, reply)
    const known = isPage(path) || files.has(path) ? READING : paths.methodsOf(path)
    if (known.length === 0 || known.includes(method)) return sendRefusal(reply, notFound('Not found'))
    const allowed = [...known, 'OPTIONS'].sort().join(', ')
    if (method === 'OPTIONS') return reply.code(204).header('allow', allowed).send()
    return sendRefusal(reply, wrongMethod(allowed))
  }
  app.setNotFoundHandler(answerUnrouted)
  app.addHook('onSend', (_request, reply, payload, done) => {
    // The file server leaves them on an answer that has no content.
    if (reply.statusCode === 304) reply.removeHeader('content-type').removeHeader('content-encoding')
    done(null, payload)
  })
  // Before the body is read: nothing that it says could help.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) answerUnrouted(request, reply)
    else done()
  })
}

/** Undefined where the page has not been built. */
function readPage(): FixedAnswer | undefined {
  const path = join(ROOT, 'index.html')
  return existsSync(path) ? new FixedAnswer(readFileSync(path), 'text/html; charset=utf-8') : undefined
}
