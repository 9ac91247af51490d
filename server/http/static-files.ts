import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { projectFolder } from '../paths.ts'
import { sendRefusal } from './errors.ts'
import { notFound } from './refusals.ts'

const ROOT = join(projectFolder, 'dist/web')

/** The built page: hashed files for ever, and index.html, always fresh, for every path of the page. */
export function serveFiles(app: FastifyInstance): void {
  const index = readIndex()
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
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isPage = request.method === 'GET' && !path.startsWith('/api') && !path.includes('.')
    if (!index || !isPage) return sendRefusal(reply, notFound('Not found'))
    return sendPage(reply)
  })
}

function readIndex(): Buffer | undefined {
  const path = join(ROOT, 'index.html')
  return statSync(path, { throwIfNoEntry: false }) && readFileSync(path)
}
