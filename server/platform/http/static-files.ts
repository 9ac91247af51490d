import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { projectFolder } from '../../paths.ts'

const ROOT = join(projectFolder, 'dist/web')
const HASHED = join(ROOT, 'assets/')

export function serveFiles(app: FastifyInstance): void {
  if (!existsSync(ROOT)) return
  app.register(async (files) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, alwaysServed: true }
    })
    files.addHook('onSend', (_request, reply, _payload, done) => {
      // The plugin leaves these headers on a response without content.
      if (reply.statusCode === 304) reply.removeHeader('content-type').removeHeader('content-encoding')
      done()
    })
    await files.register(fastifyStatic, {
      root: ROOT,
      wildcard: false,
      globIgnore: ['**/*.{br,gz}'],
      index: false,
      preCompressed: true,
      cacheControl: false,
      decorateReply: false,
      setHeaders(reply, path) {
        const isHashed = path.startsWith(HASHED)
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  })
}
