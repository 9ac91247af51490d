import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { projectFolder } from '../../paths.ts'
import { acceptedEncoding } from '../cache/encodings.ts'

const ROOT = join(projectFolder, 'dist/web')
const HASHED = '/assets/'

const EXTENSIONS = { br: '.br', gzip: '.gz' }

/** The files of the built page, in a compressed form where the build has made one. Only their exact names are known. */
export class BuiltFiles {
  readonly #paths = new Set(
    existsSync(ROOT) ? readdirSync(ROOT, { recursive: true }).map((file) => `/${file}`) : [],
  )

  has(path: string): boolean {
    return this.#paths.has(path)
  }

  /** False if the file is a folder, or was removed after the start. */
  async send(request: FastifyRequest, reply: FastifyReply, path: string): Promise<boolean> {
    // Loaded at first use, so that the start does not wait for it.
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
    // Fastify must not take the end of the handler for an empty response while the file is being read.
    await reply.send(file.stream)
    return true
  }
}
