import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  preHandlerHookHandler,
  RouteOptions,
} from 'fastify'
import { type Call, calls } from '../../../contract/calls.ts'
import { CachedResponse, toJson } from '../cache/cached-response.ts'
import type { Admission } from './admission.ts'
import type { Caller } from './caller.ts'
import { type AnyHandler, type AnyInput, type Serve, Streamed } from './handler.ts'
import { readBody, readQuery } from './input.ts'
import { type PageQuery, pageOf } from './paging.ts'
import type { RateLimits } from './rate-limit.ts'
import type { RequestLog } from './request-log.ts'
import { READING, sendResponse } from './send-response.ts'
import { holdBack, REQUESTS_IN_PROGRESS, type Slots } from './slots.ts'
import { requireBytes, Uploads } from './uploads.ts'

type Platform = { admission: Admission; slots: Slots; rateLimits: RateLimits | undefined; log: RequestLog }

export function serveCalls(app: FastifyInstance, { admission, slots, rateLimits, log }: Platform): Serve {
  const holdRequest = holdBack(slots, REQUESTS_IN_PROGRESS)
  const uploads = new Uploads(app)

  return (name, handler, options = {}) => {
    const call: Call = calls[name]
    const [method, url] = name.split(' ') as [HTTPMethods, string]
    const isRead = method === 'GET'

    const readInput = async (request: FastifyRequest): Promise<AnyInput> => {
      const { params, caller } = request
      const member = caller?.role === 'visitor' ? undefined : caller
      const query = call.query && readQuery(call.query, (request.query as { text: string }).text)
      const page = call.paged && pageOf(query as PageQuery)
      const input = { request, params, member, query, page }
      if (call.bytes) return { ...input, bytes: requireBytes(request.body) }
      if (!call.body) return input
      const form = options.form && member ? await options.form(member) : call.body
      return { ...input, body: readBody(form, request.body) }
    }

    const respond = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const result = await (handler as unknown as AnyHandler)(await readInput(request))
      const cacheControl = isRead && (await admission.isForAll(call.access)) ? 'no-cache' : 'no-store'
      if (result instanceof Streamed) await result.send(request, reply, cacheControl)
      else {
        const response =
          result instanceof CachedResponse
            ? result
            : new CachedResponse({ body: toJson(call.response, result) })
        await sendResponse(request, reply, response, cacheControl)
      }
      if (call.stream === 'text/event-stream') log.completed(request, reply.statusCode)
    }

    const route: RouteOptions = {
      method: isRead ? READING : method,
      url,
      config: { call: name },
      ...(call.maxBytes && { bodyLimit: call.maxBytes }),
      onRequest: admission.hook(call.access),
      preHandler: limitsOf(call, holdRequest, rateLimits),
      handler: respond,
    }
    if (call.bytes) uploads.add(route, call.bytes)
    else app.route(route)
  }
}

function limitsOf(
  { cost, paged, stream, waitsForHost }: Call,
  holdRequest: preHandlerHookHandler,
  rateLimits: RateLimits | undefined,
): preHandlerHookHandler[] {
  if (stream || waitsForHost) return []
  if (!cost) return [holdRequest]
  const isCostly = (request: FastifyRequest) => !paged || hasFilters(request)
  return [
    async (request) => {
      if (isCostly(request)) await rateLimits?.[cost](request)
    },
    function hold(request, reply, done) {
      // Searches wait for each other, not for the other requests of their client.
      if (cost === 'search' && isCostly(request)) done()
      else holdRequest.call(this, request, reply, done)
    },
  ]
}

function hasFilters({ query }: FastifyRequest): boolean {
  const names = new URLSearchParams((query as { text: string }).text).keys()
  return names.some((name) => name !== 'limit' && name !== 'cursor')
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
  }
}
