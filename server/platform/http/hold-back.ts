import type { FastifyInstance, FastifyRequest, preHandlerHookHandler } from 'fastify'
import { addressGroup } from './client-address.ts'
import type { Slots } from './slots.ts'

type Limits = { ofMember: number; ofAddress: number }

// At an address, which a whole company may share.
const MEMBERS_WAITING = 1_000

export const REQUESTS_IN_PROGRESS: Limits = { ofMember: 8, ofAddress: 32 }

/** A member, or all visitors of an address. */
export function clientOf({ caller, address }: FastifyRequest): { name: string; isMember: boolean } {
  return caller && caller.role !== 'visitor'
    ? { name: `member ${caller.id}`, isMember: true }
    : { name: `address ${addressGroup(address)}`, isMember: false }
}

/** The request keeps the slot until its response is ready. Reading it may take much longer. */
export function holdSlot(
  request: FastifyRequest,
  slots: Slots,
  owner: string,
  atOnce: number,
  maxWaiting?: number,
): Promise<void> | undefined {
  const hold = () => {
    request.heldSlots = [...(request.heldSlots ?? []), () => slots.free(owner)]
  }
  const waiting = slots.take(owner, atOnce, request.socket, maxWaiting)
  if (waiting) return waiting.then(hold)
  hold()
  return undefined
}

/** Waits until fewer requests of the same client, and of all members at its address, are in progress. */
export const holdBack =
  (slots: Slots, { ofMember, ofAddress }: Limits): preHandlerHookHandler =>
  (request, _reply, done) => {
    const { name, isMember } = clientOf(request)
    const own = holdSlot(request, slots, name, isMember ? ofMember : ofAddress)
    const members = `members at ${addressGroup(request.address)}`
    const holdOfMembers = () =>
      isMember ? holdSlot(request, slots, members, ofAddress, MEMBERS_WAITING) : undefined
    const waiting = own ? own.then(holdOfMembers) : holdOfMembers()
    if (waiting) waiting.then(() => done(), done)
    else done()
  }

export function freeSlots(app: FastifyInstance): void {
  app.decorateRequest('heldSlots', undefined)
  app.addHook('onSend', (request, _reply, _payload, done) => {
    const held = request.heldSlots
    request.heldSlots = undefined
    for (const free of held ?? []) free()
    done()
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    heldSlots: (() => void)[] | undefined
  }
}
