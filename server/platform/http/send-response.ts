import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type CachedResponse,
  COMPRESS_FROM,
  type Encoding,
  entityTag,
  matchesTag,
} from '../cache/cached-response.ts'

export const READING = ['GET', 'HEAD']

export async function sendResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
  cacheControl: string,
): Promise<void> {
  const { body, headers } = response
  const isLarge = body.length >= COMPRESS_FROM
  const encoding = isLarge ? acceptedEncoding(String(request.headers['accept-encoding'] ?? '')) : undefined
  reply.header('cache-control', cacheControl)
  if (isLarge && cacheControl !== 'no-store') reply.header('vary', 'accept-encoding')
  reply.headers(headers)
  if (READING.includes(request.method)) {
    reply.header('etag', entityTag(response.contentTag, encoding))
    if (matchesTag(request.headers['if-none-match'], response.contentTag)) {
      reply.removeHeader('content-type').code(304).send()
      return
    }
  }
  const compressed = encoding && (await response.compressed(encoding))
  if (compressed) reply.header('content-encoding', encoding)
  reply.code(response.status).send(compressed ?? body)
}

const LONGEST_LIST = 500

/** Patterns with optional blanks take quadratic time. */
function acceptedEncoding(list: string): Encoding | undefined {
  if (list.length > LONGEST_LIST) return undefined
  const accepted = list.split(',').map((part) => {
    const [name = '', quality] = part.split(';')
    return quality === undefined || allows(quality.trim()) ? name.trim().toLowerCase() : ''
  })
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : undefined
}

function allows(quality: string): boolean {
  return quality.startsWith('q=') && Number(quality.slice('q='.length)) > 0
}
