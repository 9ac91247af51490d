import type { RequestListener, Server } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Static } from 'typebox'
import { type Call, type CallName, type Calls, calls } from '../../contract/calls.ts'
import { type Form, type FormValue, isRecord, readForm } from '../../contract/fields.ts'
import { type Member, requireMember } from '../accounts/sessions.ts'
import { type Awaitable, after } from '../awaitable.ts'
import type { Context } from '../context.ts'
import { READING } from './etags.ts'
import { FastLane } from './fast-lane.ts'
import { requireHost } from './host.ts'
import { Overload } from './overload.ts'
import { type Page, type PageQuery, pageOf } from './paging.ts'
import { oneAtATime } from './pipelining.ts'
import { PreparedAnswer } from './prepared-answer.ts'
import { queryReader } from './query.ts'
import { FloodGate } from './rate-limit.ts'
import { invalid, Refusal, unavailable } from './refusals.ts'
import type { RequestLog } from './request-log.ts'
import { serialise } from './serialise.ts'
import { inTurns } from './turns.ts'

type ParamsOf<Name extends string> = Name extends `${string}:${infer Param}/${infer Rest}`
  ? Record<Param, string> & ParamsOf<Rest>
  : Name extends `${string}:${infer Param}`
    ? Record<Param, string>
    : unknown

/** What a handler is given: only what its call has. */
type Input<Name extends CallName> = {
  request: FastifyRequest
  params: ParamsOf<Name>
} & (Calls[Name] extends { access: 'member' } ? { member: Member } : unknown) &
  (Calls[Name] extends { body: infer F extends Form } ? { body: BodyOf<F> } : unknown) &
  (Calls[Name] extends { query: infer F extends Form } ? { query: FormValue<F> } : unknown) &
  (Calls[Name] extends { paged: true } ? { page: Page } : unknown)

type BodyOf<F extends Form> = F['partial'] extends true ? Partial<FormValue<F>> : FormValue<F>

type Handler<Name extends CallName> = (
  input: Input<Name>,
) => Awaitable<Static<Calls[Name]['answer']> | PreparedAnswer>

/** The same without the types that depend on the call. */
type AnyInput = {
  request: FastifyRequest
  params: unknown
  member: unknown
  query: unknown
  page: unknown
  body?: unknown
}
type AnyHandler = (input: AnyInput) => Awaitable<unknown>

type Options = {
  /** The form to read where it depends on who sends it. */
  form?: (member: Member) => Awaitable<Form>
}

export type Serve = <Name extends CallName>(name: Name, handler: Handler<Name>, options?: Options) => void

const READY_RETRY = 2

/** Gives each call of the contract its route: who may call, what goes in, what comes out. */
export function serveCalls(app: FastifyInstance, context: Context, log: RequestLog): Serve {
  const floodGate = context.settings.rateLimit ? new FloodGate() : undefined
  const lane = new FastLane(context, floodGate, log.newId)
  standBefore(app.server, (ordinary) => oneAtATime(lane.before(app.server, inTurns(ordinary))))
  const overload = new Overload(context.db)
  app.addHook('onClose', async () => overload.stop())
  app.decorateRequest('member', null)

  return (name, handler, options = {}) => {
    const call: Call = calls[name]
    const [method, url] = name.split(' ') as [HTTPMethods, string]
    const callLog = log.of(method, url)
    const readQuery = call.query && queryReader(call.query)
    const cacheControl = call.access === 'anyone' && method === 'GET' ? 'no-cache' : 'no-store'

    // Before the body is read: strangers and floods should cost as little as possible.
    const admit = (request: FastifyRequest): Awaitable<void> => {
      floodGate?.passOnce(request.raw, request.address)
      requireHost(request.raw)
      if (!context.ready) throw unavailable(READY_RETRY)
      overload.refuseIfOverloaded()
      // What anyone may call depends on no session, and looks for changes itself where it reads.
      if (call.access === 'anyone') return
      const member = after(context.cache.refreshFor(request.raw), () => requireMember(context, request))
      return after(member, (found) => {
        request.member = found
      })
    }

    const readInput = (request: FastifyRequest): Awaitable<AnyInput> => {
      const { params, member } = request
      const query = readQuery?.((request.query as { text: string }).text)
      const page = call.paged && pageOf(query as PageQuery)
      const input = { request, params, member, query, page }
      if (!call.body) return input
      const form = options.form && member ? options.form(member) : call.body
      return after(form, (known) => ({ ...input, body: readBody(known, request.body) }))
    }

    // A replica's answers may be older than what this process knows of the primary.
    const keepable = method === 'GET' && !(call.access === 'anyone' && context.replica)

    const answer = (request: FastifyRequest, reply: FastifyReply): Awaitable<FastifyReply> => {
      return after(after(readInput(request), handler as unknown as AnyHandler), (result) => {
        const prepared =
          result instanceof PreparedAnswer ? result : new PreparedAnswer(serialise(call.answer, result))
        if (keepable)
          lane.remember(request.raw, { answer: prepared, call, cacheControl, log: callLog }, request.member)
        const sent = prepared.send(request, reply, cacheControl)
        // Only now is it known whether there was anything new to send.
        callLog.answered(request.arrived, reply.statusCode, () => request.id)
        return sent
      })
    }

    app.route({
      method: method === 'GET' ? READING : method,
      url,
      config: { call: name },
      onRequest(request, _reply, done) {
        request.callLog = callLog
        const admitted = admit(request)
        if (admitted) admitted.then(() => done(), done)
        else done()
      },
      handler(request, reply) {
        const answered = answer(request, reply)
        // Fastify waits for what is returned; what has been sent needs no waiting.
        return answered instanceof Promise ? answered : undefined
      },
    })
  }
}

/** Puts a listener of ours before the one that the server has. */
function standBefore(server: Server, before: (ordinary: RequestListener) => RequestListener): void {
  const [ordinary] = server.listeners('request') as RequestListener[]
  if (!ordinary) throw new Error('The server listens to no requests yet')
  server.off('request', ordinary)
  server.on('request', before(ordinary))
}

function readBody(form: Form, body: unknown): unknown {
  if (body !== undefined && !isRecord(body)) throw notAnObject()
  const { value, errors } = readForm(form, body)
  if (errors.length > 0) throw new Refusal(400, errors)
  // Where nothing is required, no field has told that there is no body at all.
  if (body === undefined) throw notAnObject()
  return value
}

const notAnObject = () => invalid({ msg: 'The body must be a JSON object' })

declare module 'fastify' {
  interface FastifyRequest {
    member: Member | null
  }
  interface FastifyContextConfig {
    call?: CallName
  }
}
