import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CALLS_PER_MINUTE, type Cost } from '../../../contract/limits.ts'
import { addressGroup } from './client-address.ts'
import { tooMany } from './refusals.ts'
import { clientOf } from './slots.ts'

const WINDOW = 60_000
const MAX_REQUESTS = 3_000
const MAX_CLIENTS = 50_000

export type RateLimits = Record<Cost, (request: FastifyRequest) => Promise<void>>

/** In memory, as it protects this process only; longer limits are in the database (attempts.ts). */
export async function limitRates(app: FastifyInstance): Promise<RateLimits> {
  await app.register(rateLimit, {
    global: false,
    max: MAX_REQUESTS,
    timeWindow: WINDOW,
    cache: MAX_CLIENTS,
    keyGenerator: ({ address }) => addressGroup(address),
    allowList: ({ routeOptions }) => routeOptions.config.alwaysServed === true,
    errorResponseBuilder: (_request, { ttl }) => tooMany(Math.ceil(ttl / 1000)),
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
  })
  // The plugin's own hook would not see unknown paths.
  app.addHook('onRequest', app.rateLimit())

  const limit = (cost: Cost) => {
    const { member, address } = CALLS_PER_MINUTE[cost]
    const count = app.createRateLimit({
      max: (request) => (clientOf(request).isMember ? member : address),
      timeWindow: WINDOW,
      keyGenerator: (request) => clientOf(request).name,
    })
    return async (request: FastifyRequest) => {
      const counted = await count(request)
      if (!counted.isAllowed && counted.isExceeded) throw tooMany(counted.ttlInSeconds)
    }
  }
  return { search: limit('search'), preview: limit('preview'), completion: limit('completion') }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    alwaysServed?: true
  }
}
