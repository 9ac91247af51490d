import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import { type Access, mayCall } from '../../../contract/access.ts'
import type { Context } from '../../context.ts'
import { type Caller, type Identify, type Member, tokenIn } from './caller.ts'
import { confirmFirst, forbidden, noToken, Refusal, starting } from './refusals.ts'
import { clientOf, holdBack, REQUESTS_IN_PROGRESS, type Slots } from './slots.ts'

export class Admission {
  readonly #context: Context
  readonly #identify: Identify
  readonly #slots: Slots

  constructor(context: Context, identify: Identify, slots: Slots) {
    this.#context = context
    this.#identify = identify
    this.#slots = slots
  }

  hook(access: Access): onRequestHookHandler {
    return (request, _reply, done) => {
      const admitted = this.admit(request, access)
      if (admitted) admitted.then(() => done(), done)
      else done()
    }
  }

  /** Whether everybody gets the same response, so that browsers may keep it. */
  async isForAll(access: Access): Promise<boolean> {
    if (access === 'profile-reader') return mayCall(access, await this.#identify.findVisitor())
    return mayCall(access, undefined)
  }

  addOpenRoutes(server: FastifyInstance, add: (scope: FastifyInstance) => void, slots = this.#slots): void {
    server.register(async (scope) => {
      scope.addHook('onRequest', this.hook('anyone'))
      scope.addHook('preHandler', holdBack(slots, REQUESTS_IN_PROGRESS))
      add(scope)
    })
  }

  admit(request: FastifyRequest, access: Access): Promise<void> | undefined {
    if (!this.#context.ready) throw starting()
    const checking = this.#context.cache.check()
    if (checking) return checking.then(() => this.#identifyCaller(request, access))
    return this.#identifyCaller(request, access)
  }

  #identifyCaller(request: FastifyRequest, access: Access): Promise<void> | undefined {
    const token = tokenIn(request.headers)
    const cached = token === undefined ? this.#identify.cachedVisitor() : this.#identify.cachedMember(token)
    if (cached && mayCall(access, cached)) {
      request.caller = cached
      return undefined
    }
    return this.#findCaller(request, token, access).then((caller) => {
      if (!mayCall(access, caller)) throw access === 'contributor' ? confirmFirst() : forbidden()
      request.caller = caller
    })
  }

  /** An invalid token does not keep anyone from what visitors may call. */
  async #findCaller(request: FastifyRequest, token: string | undefined, access: Access): Promise<Caller> {
    const visitor = await this.#identify.findVisitor()
    const isForVisitors = mayCall(access, visitor)
    if (token === undefined) {
      if (isForVisitors) return visitor
      throw noToken()
    }
    try {
      return await this.#findMember(request, token)
    } catch (error) {
      if (isForVisitors && error instanceof Refusal && error.status === 401) return visitor
      throw error
    }
  }

  /** Takes a slot of the address, as anyone can invent tokens. */
  #findMember(request: FastifyRequest, token: string): Promise<Member> {
    const find = () => this.#identify.findMember(token)
    return this.#slots.run(clientOf(request).name, REQUESTS_IN_PROGRESS.ofAddress, find, request.socket)
  }
}
