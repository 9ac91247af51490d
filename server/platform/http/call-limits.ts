import type { FastifyRequest, preHandlerHookHandler } from 'fastify'
import type { Call } from '../../../contract/calls.ts'
import { holdBack, REQUESTS_IN_PROGRESS } from './hold-back.ts'
import type { RateLimits } from './rate-limit.ts'
import type { Slots } from './slots.ts'

type CallLimits = (call: Call) => preHandlerHookHandler[]

/** Counts calls that cost more, and holds back a client that has too much in progress. */
export function callLimits(slots: Slots, rateLimits: RateLimits | undefined): CallLimits {
  const holdRequest = holdBack(slots, REQUESTS_IN_PROGRESS)

  return ({ cost, paged, stream, waitsForHost }) => {
    if (stream || waitsForHost) return []
    if (!cost) return [holdRequest]
    const costsMore = (request: FastifyRequest) => !paged || hasFilters(request)
    return [
      async (request) => {
        if (costsMore(request)) await rateLimits?.[cost](request)
      },
      function hold(request, reply, done) {
        // Searches wait for each other, not for the other requests of their client.
        if (cost === 'search' && costsMore(request)) done()
        else holdRequest.call(this, request, reply, done)
      },
    ]
  }
}

function hasFilters({ query }: FastifyRequest): boolean {
  const names = new URLSearchParams((query as { text: string }).text).keys()
  return names.some((name) => name !== 'limit' && name !== 'cursor')
}
