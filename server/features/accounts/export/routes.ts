import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { EXPORTS_IN_WINDOW, EXPORTS_WINDOW } from '../../../../contract/limits.ts'
import type { Context } from '../../../context.ts'
import { API_HEADERS } from '../../../platform/cache/cached-response.ts'
import { type Serve, Streamed } from '../../../platform/http/handler.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { countWrite, type Limit } from '../attempts.ts'
import { exportedFiles } from './files.ts'
import { zip } from './zip.ts'

const EXPORTS: Limit = { kind: 'exports', max: EXPORTS_IN_WINDOW, window: EXPORTS_WINDOW }

export function exportRoutes(serve: Serve, context: Context): void {
  serve('GET /api/auth/export', async ({ request, member }) => {
    await countWrite(context, EXPORTS, member.id)
    return new ZipFile(exportedFiles(context, member.id, originOf(request.raw, context.settings)))
  })
}

class ZipFile extends Streamed {
  readonly #files: ReturnType<typeof exportedFiles>

  constructor(files: ReturnType<typeof exportedFiles>) {
    super()
    this.#files = files
  }

  async send(request: FastifyRequest, reply: FastifyReply, cacheControl: string): Promise<void> {
    reply.headers({
      ...API_HEADERS,
      'cache-control': cacheControl,
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="export.zip"',
    })
    if (request.method === 'HEAD') {
      reply.send()
      return
    }
    // Awaited, or Fastify would take the end of the handler for an empty response.
    await reply.send(Readable.from(inPieces(zip(this.#files)), { objectMode: false }))
  }
}

const PIECE = 64 * 1024

async function* inPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let piece: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    piece.push(chunk)
    bytes += chunk.length
    if (bytes < PIECE) continue
    yield Buffer.concat(piece)
    piece = []
    bytes = 0
    await setImmediate()
  }
  yield Buffer.concat(piece)
}
