import type { RequestListener, Server } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify'
import { mayCall } from '../../../contract/access.ts'
import { type Call, calls } from '../../../contract/calls.ts'
import { type Form, isRecord, readForm } from '../../../contract/fields/form.ts'
import type { Context } from '../../context.ts'
import { Answer } from '../cache/answer.ts'
import { Entry } from '../cache/cache.ts'
import { READING } from '../cache/etags.ts'
import { serialise } from '../cache/serialise.ts'
import { FairQueue } from '../traffic/fair-queue.ts'
import { Overload } from '../traffic/overload.ts'
import { queuePipelined } from '../traffic/pipelining.ts'
import { tokenIn } from '../traffic/tokens.ts'
import { Admission } from './admission.ts'
import type { Caller, Identify } from './caller.ts'
import { FastPath } from './fast-path.ts'
import type { AnyHandler, AnyInput, Serve } from './handler.ts'
import { type PageQuery, pageOf } from './paging.ts'
import { queryReader } from './query.ts'
import { invalid, Refusal } from './refusals.ts'
import type { RequestLog } from './request-log.ts'
import { Streamed } from './streamed.ts'
import { requireBytes, Uploads } from './uploads.ts'

/** Returns the function with which features add the route of a call. */
export function serveCalls(
  app: FastifyInstance,
  context: Context,
  log: RequestLog,
  identify: Identify,
): Serve {
  const overload = new Overload(context.db)
  app.addHook('onClose', async () => overload.stop())
  const admission = new Admission(context, identify, overload)
  const fastPath = new FastPath(context, admission, log, Math.floor(app.server.keepAliveTimeout / 1000))
  const queue = new FairQueue(context.settings.trustProxy, ({ headers }) => {
    const token = tokenIn(headers)
    return token && identify.cachedMember(token)?.value.id
  })
  wrapListener(app.server, (router) => queuePipelined(fastPath.before(queue.before(router))))
  app.decorateRequest('caller', undefined)
  const uploads = new Uploads()

  return (name, handler, options = {}) => {
    const call: Call = calls[name]
    const [method, url] = name.split(' ') as [HTTPMethods, string]
    const callLog = log.of(method, url)
    const readQuery = call.query && queryReader(call.query)
    const isForAnyone = mayCall(call.access, undefined)
    const cacheControl = isForAnyone && method === 'GET' ? 'no-cache' : 'no-store'

    const readInput = async (request: FastifyRequest): Promise<AnyInput> => {
      const { params } = request
      const caller = request.caller?.value
      const member = caller?.role === 'visitor' ? undefined : caller
      const query = readQuery?.((request.query as { text: string }).text)
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
      if (method === 'GET' && result instanceof Entry) {
        const owner = call.sameForAll ? undefined : request.caller
        const stored = { response: result, access: call.access, cacheControl, log: callLog }
        fastPath.store(request.raw, stored, owner)
      }
      await asAnswer(call, result).send(request, reply, cacheControl)
      // Only now is it known whether this was a 304.
      callLog.completed(request.arrived, reply.statusCode, () => request.id)
    }

    const route: RouteOptions = {
      method: method === 'GET' ? READING : method,
      url,
      config: { call: name },
      // Before the body is read, so that unauthorised requests and floods cost little.
      async onRequest(request) {
        request.callLog = callLog
        request.caller = await admission.admit(request.raw, call.access)
      },
      handler: respond,
    }
    if (call.bytes) uploads.route(app, route, call.bytes)
    else app.route(route)
  }
}

function asAnswer(call: Call, result: unknown): Answer | Streamed {
  const value = result instanceof Entry ? result.value : result
  return value instanceof Answer || value instanceof Streamed
    ? value
    : new Answer(serialise(call.answer, value))
}

/** Wraps the server's request listener. */
function wrapListener(server: Server, before: (router: RequestListener) => RequestListener): void {
  const [router] = server.listeners('request') as RequestListener[]
  if (!router) throw new Error('The server listens to no requests yet')
  server.off('request', router)
  server.on('request', before(router))
}

function readBody(form: Form, body: unknown): unknown {
  if (body !== undefined && !isRecord(body)) throw notAnObject()
  const { value, errors } = readForm(form, body)
  if (errors.length > 0) throw new Refusal(400, errors)
  // If no field is required, none has reported that the body is missing.
  if (body === undefined) throw notAnObject()
  return value
}

const notAnObject = () => invalid({ msg: 'The body must be a JSON object' })

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined if the call is open to anyone. */
    caller: Caller | undefined
  }
}
