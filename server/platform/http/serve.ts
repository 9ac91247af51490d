import type { IncomingMessage, RequestListener, Server } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify'
import { mayCall } from '../../../contract/access.ts'
import { type Call, calls } from '../../../contract/calls.ts'
import { type Form, isRecord, readForm } from '../../../contract/fields/form.ts'
import type { Context } from '../../context.ts'
import { Answer } from '../cache/answer.ts'
import { Entry } from '../cache/cache.ts'
import { READING } from '../cache/etags.ts'
import { Lane } from '../cache/lane.ts'
import { serialise } from '../cache/serialise.ts'
import { FairQueue } from '../traffic/fair-queue.ts'
import { Overload } from '../traffic/overload.ts'
import { queuePipelined } from '../traffic/pipelining.ts'
import { clientAddress } from '../traffic/proxies.ts'
import { FloodGate } from '../traffic/rate-limit.ts'
import { tokenIn } from '../traffic/tokens.ts'
import { type Identify, identifyReader, type Member, type Visitor } from './caller.ts'
import type { AnyHandler, AnyInput, Serve } from './handler.ts'
import { requireHost } from './host.ts'
import { type PageQuery, pageOf } from './paging.ts'
import { queryReader } from './query.ts'
import { invalid, notYours, Refusal, tooMany, unavailable } from './refusals.ts'
import { headerLinesFor } from './request-headers.ts'
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
  const { settings, answers } = context
  const floodGate = settings.rateLimit ? new FloodGate() : undefined
  const lane = new Lane(answers, {
    admit: (request) => floodGate?.isOpenTo(clientAddress(request, settings.trustProxy)) ?? true,
    tokenOf: ({ headers }) => tokenIn(headers),
    headerLinesFor: (request) => headerLinesFor(request, settings.trustProxy, log),
    keepAliveSeconds: Math.floor(app.server.keepAliveTimeout / 1000),
  })
  const queue = new FairQueue(settings.trustProxy, identify.knownMember)
  wrapListener(app.server, (router) => queuePipelined(lane.before(queue.before(router))))
  const overload = new Overload(context.db)
  app.addHook('onClose', async () => overload.stop())
  app.decorateRequest('caller', null)
  const uploads = new Uploads()

  return (name, handler, options = {}) => {
    const call: Call = calls[name]
    const [method, url] = name.split(' ') as [HTTPMethods, string]
    const callLog = log.of(method, url)
    const readQuery = call.query && queryReader(call.query)
    const isForAnyone = mayCall(call.access, undefined)
    const cacheControl = isForAnyone && method === 'GET' ? 'no-cache' : 'no-store'

    const isForVisitors = mayCall(call.access, { role: 'visitor', mayRead: true })
    const callerOf = isForVisitors ? identifyReader(identify) : identify.member

    // Runs before the body is read, so that unauthorised requests and floods cost little.
    const admit = async (request: FastifyRequest): Promise<void> => {
      if (floodGate && !lane.hasAdmitted(request.raw) && !floodGate.isOpenTo(request.address)) {
        throw tooMany(floodGate.secondsLeft)
      }
      requireHost(request.raw)
      if (!context.ready || overload.isOverloaded) throw unavailable()
      // Such a call depends on no session, and checks for changes itself when it reads.
      if (isForAnyone) return
      const caller = await callerOf(request.raw)
      if (!mayCall(call.access, caller.value)) throw notYours()
      request.caller = caller
    }

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

    const answered = (request: IncomingMessage, arrived: number) =>
      callLog.answered(arrived, 200, () => log.newId(request))

    const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const result = await (handler as unknown as AnyHandler)(await readInput(request))
      if (method === 'GET' && result instanceof Entry) {
        const isShared = isForAnyone || call.sameForAll === true
        const sent = { answer: result, access: call.access, isShared, cacheControl, answered }
        lane.remember(request.raw, sent, request.caller ?? undefined)
      }
      await asAnswer(call, result).send(request, reply, cacheControl)
      // Only now is it known whether this was a 304.
      callLog.answered(request.arrived, reply.statusCode, () => request.id)
    }

    const route: RouteOptions = {
      method: method === 'GET' ? READING : method,
      url,
      config: { call: name },
      async onRequest(request) {
        request.callLog = callLog
        await admit(request)
      },
      handler: answer,
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
    caller: Entry<Member> | Entry<Visitor> | null
  }
}
