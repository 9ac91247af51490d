import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { projectFolder } from '../../paths.ts'
import { sendRefusal } from './errors.ts'
import type { KnownPaths } from './known-paths.ts'
import { notFound, wrongMethod } from './refusals.ts'
import { acceptedEncoding, READING } from './send-response.ts'

const ROOT = join(projectFolder, 'dist/web')
const HASHED = '/assets/'
const EXTENSIONS = { br: '.br', gzip: '.gz' }

// Calls of the API, files, and paths with a null byte expect no page.
const NO_PAGE = /^\/+api|\.|%00/

export type PageServer = {
  paths: string[]
  isPage(path: string): boolean
  /** Also serves unknown addresses: the page itself says that nothing is there. */
  send(request: FastifyRequest, reply: FastifyReply, path: string): Promise<void>
}

export function serveFiles(app: FastifyInstance, paths: KnownPaths, pages: PageServer | undefined): void {
  const files = new BuiltFiles()
  const isPage = (path: string) => pages !== undefined && (pages.isPage(path) || !NO_PAGE.test(path))

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
    // @fastify/send leaves these on a response without content.
    if (reply.statusCode === 304) reply.removeHeader('content-type').removeHeader('content-encoding')
    done(null, payload)
  })
  // Before the body is read, as no body could make the request valid.
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done()
    respondUnrouted(request, reply).catch(done)
  })
}

/** Only files with exactly these names are served. */
class BuiltFiles {
  readonly #paths = new Set(
    existsSync(ROOT) ? readdirSync(ROOT, { recursive: true }).map((file) => `/${file}`) : [],
  )

  has(path: string): boolean {
    return this.#paths.has(path)
  }

  async send(request: FastifyRequest, reply: FastifyReply, path: string): Promise<boolean> {
    // Loaded at first use, to keep the start fast.
    const { default: send } = await import('@fastify/send')
    const encoding = acceptedEncoding(request.headers['accept-encoding'] ?? '')
    const extension = encoding ? EXTENSIONS[encoding] : ''
    const isCompressed = extension !== '' && this.#paths.has(path + extension)
    const file = await send(request.raw, isCompressed ? path + extension : path, { root: ROOT, index: false })
    if (file.type !== 'file') {
      if (file.type === 'directory' || file.statusCode === 404) return false
      throw file.metadata.error
    }
    reply.code(file.statusCode).headers(file.headers)
    const immutable = path.startsWith(HASHED)
    reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    reply.header('vary', 'accept-encoding')
    if (isCompressed) {
      const type = send.mime.getType(path) ?? ''
      reply.header('content-encoding', encoding)
      reply.header('content-type', send.isUtf8MimeType(type) ? `${type}; charset=utf-8` : type)
    }
    // Otherwise Fastify takes the end of the handler for an empty response while the file is being read.
    await reply.send(file.stream)
    return true
  }
}

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? ''
