import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { projectFolder } from '../paths.ts'
import { sendRefusal } from './errors.ts'
import type { KnownPaths } from './known-paths.ts'
import { notFound, wrongMethod } from './refusals.ts'

const ROOT = join(projectFolder, 'dist/web')
const READING = ['GET', 'HEAD']

/** The built page: hashed files for ever, and index.html, always fresh, for every path of the page. */
export function serveFiles(app: FastifyInstance, paths: KnownPaths): void {
  const index = readIndex()
  const files = new Set(index && readdirSync(ROOT, { recursive: true }).map((file) => `/${file}`))
  const isPage = (path: string) => index !== undefined && !path.startsWith('/api') && !path.includes('.')
  const sendPage = (reply: FastifyReply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(index)
  if (index) {
    // To the file server this is a folder without an index.
    app.get('/', (_request, reply) => sendPage(reply))
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
  const answerUnrouted = ({ url, method }: FastifyRequest, reply: FastifyReply) => {
    const path = url.split('?')[0] ?? ''
    if (READING.includes(method) && isPage(path)) return sendPage(reply)
    const known = isPage(path) || files.has(path) ? READING : paths.methodsOf(path)
    if (known.length === 0 || known.includes(method)) return sendRefusal(reply, notFound('Not found'))
    const allowed = [...known, 'OPTIONS'].sort().join(', ')
    if (method === 'OPTIONS') return reply.code(204).header('allow', allowed).send()
    return sendRefusal(reply, wrongMethod(allowed))
  }
  app.setNotFoundHandler(answerUnrouted)
  // Before the body is read: nothing that it says could help.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) answerUnrouted(request, reply)
    else done()
  })
}

function readIndex(): Buffer | undefined {
  const path = join(ROOT, 'index.html')
  return statSync(path, { throwIfNoEntry: false }) && readFileSync(path)
}
