import type { RequestListener, Server } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify'
import { mayCall } from '../../../contract/access.ts'
import { type Call, calls } from '../../../contract/calls.ts'
import type { Context } from '../../context.ts'
import { CachedResponse } from '../cache/cached-response.ts'
import { toJson } from '../cache/to-json.ts'
import { FairQueue } from '../traffic/fair-queue.ts'
import { Overload } from '../traffic/overload.ts'
import { queuePipelined } from '../traffic/pipelining.ts'
import { tokenIn } from '../traffic/tokens.ts'
import { Admission } from './admission.ts'
import type { Caller, Identify } from './caller.ts'
import { type AnyHandler, type AnyInput, type Serve, Streamed } from './handler.ts'
import { readBody, readQuery } from './input.ts'
import { type PageQuery, pageOf } from './paging.ts'
import type { RequestLog } from './request-log.ts'
import { READING, sendResponse } from './send-response.ts'
import { requireBytes, Uploads } from './uploads.ts'

export function serveCalls(
  app: FastifyInstance,
  context: Context,
  log: RequestLog,
  identify: Identify,
): Serve {
  const overload = new Overload(context.db)
  app.addHook('onClose', async () => overload.stop())
  const admission = new Admission(context, identify, overload)
  const queue = new FairQueue(context.settings.trustProxy, ({ headers }) => {
    const token = tokenIn(headers)
    return token && identify.cachedMember(token)?.id
  })
  wrapListener(app.server, (router) => queuePipelined(queue.before(router)))
  app.decorateRequest('caller', undefined)
  const uploads = new Uploads()

  return (name, handler, options = {}) => {
    const call: Call = calls[name]
    const [method, url] = name.split(' ') as [HTTPMethods, string]
    const isForAnyone = mayCall(call.access, undefined)
    const cacheControl = isForAnyone && method === 'GET' ? 'no-cache' : 'no-store'

    const readInput = async (request: FastifyRequest): Promise<AnyInput> => {
      const { params, caller } = request
      const member = caller?.role === 'visitor' ? undefined : caller
      const query = call.query && readQuery(call.query, (request.query as { text: string }).text)
      const page = call.paged && pageOf(query as PageQuery)
      const input = { request, params, member, query, page }
      if (call.bytes) {
        return { ...input, bytes: requireBytes(request.body), dropped: uploads.droppedSignal(request) }
      }
      if (!call.body) return input
      const form = options.form && member ? await options.form(member) : call.body
      return { ...input, body: readBody(form, request.body) }
    }

    const respond = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const result = await (handler as unknown as AnyHandler)(await readInput(request))
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
      method: method === 'GET' ? READING : method,
      url,
      config: { call: name },
      ...(call.maxBytes && { bodyLimit: call.maxBytes }),
      // Before the body is read, so that unauthorized requests and floods cost little.
      onRequest(request, _reply, done) {
        const admitted = admission.admit(request, call.access)
        if (admitted) admitted.then(() => done(), done)
        else done()
      },
      handler: respond,
    }
    if (call.bytes) uploads.route(app, route, call.bytes)
    else app.route(route)
  }
}

function wrapListener(server: Server, before: (router: RequestListener) => RequestListener): void {
  const [router] = server.listeners('request') as RequestListener[]
  if (!router) throw new Error('The server listens to no requests yet')
  server.off('request', router)
  server.on('request', before(router))
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
  }
}
