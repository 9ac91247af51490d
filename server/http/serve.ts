import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Static } from 'typebox'
import { type Call, type CallName, type Calls, calls } from '../../contract/calls.ts'
import { type Form, type FormValue, readForm } from '../../contract/fields.ts'
import { type Member, requireMember } from '../accounts/sessions.ts'
import type { Context } from '../context.ts'
import { type Page, readPage } from './paging.ts'
import { PreparedAnswer } from './prepared-answer.ts'
import { FloodGate } from './rate-limit.ts'
import { Refusal, unavailable } from './refusals.ts'
import { serialise } from './serialise.ts'

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
  (Calls[Name] extends { paged: true } ? { page: Page } : unknown)

type BodyOf<F extends Form> = F['partial'] extends true ? Partial<FormValue<F>> : FormValue<F>

type Handler<Name extends CallName> = (
  input: Input<Name>,
) => Promise<Static<Calls[Name]['answer']> | PreparedAnswer>

type Options = {
  /** The form to read where it depends on who sends it. */
  form?: (member: Member) => Promise<Form>
}

export type Serve = <Name extends CallName>(name: Name, handler: Handler<Name>, options?: Options) => void

const READY_RETRY = 2

/** Gives each call of the contract its route: who may call, what goes in, what comes out. */
export function serveCalls(app: FastifyInstance, context: Context): Serve {
  const floodGate = context.settings.rateLimit ? new FloodGate() : undefined
  app.decorateRequest('member', null)

  return (name, handler, options = {}) => {
    const call: Call = calls[name]
    const [method, url] = name.split(' ') as [HTTPMethods, string]
    const cacheControl = call.access === 'anyone' && method === 'GET' ? 'no-cache' : 'no-store'

    // Before the body is read: strangers and floods should cost as little as possible.
    const admit = async (request: FastifyRequest) => {
      floodGate?.pass(request.ip)
      if (!context.ready) throw unavailable(READY_RETRY)
      await context.cache.refresh()
      if (call.access === 'member') request.member = await requireMember(context, request)
    }

    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const input: Record<string, unknown> = { request, params: request.params }
      if (request.member) input.member = request.member
      if (call.paged) input.page = readPage(request.query)
      if (call.body) {
        const form = options.form && request.member ? await options.form(request.member) : call.body
        input.body = readBody(form, request.body)
      }
      const result = await handler(input as Input<typeof name>)
      const prepared =
        result instanceof PreparedAnswer ? result : new PreparedAnswer(serialise(call.answer, result))
      return prepared.send(request, reply, cacheControl)
    }

    app.route({ method, url, onRequest: admit, handler: answer, config: { call: name } })
  }
}

function readBody(form: Form, body: unknown): unknown {
  const { value, errors } = readForm(form, body)
  if (errors.length > 0) throw new Refusal(400, errors)
  return value
}

declare module 'fastify' {
  interface FastifyRequest {
    member: Member | null
  }
  interface FastifyContextConfig {
    call?: CallName
  }
}
