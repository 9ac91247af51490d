import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { unavailable } from './refusals.ts'

/** Tests raise the delay, as a stall of their machine is no failure. */
export const PRESSURE = { maxDelay: 250 }
const MAX_QUERIES_WAITING = 500
const CHECK_EVERY = 250

/** Beyond these limits, refusing is better than letting clients wait. */
export async function refuseUnderPressure(app: FastifyInstance, { db, settings }: Context): Promise<void> {
  await app.register(underPressure, {
    // A load test keeps the machine busier than this on purpose.
    maxEventLoopDelay: settings.rateLimit ? PRESSURE.maxDelay : 0,
    healthCheck: async () => db.load().waiting < MAX_QUERIES_WAITING,
    healthCheckInterval: CHECK_EVERY,
    pressureHandler({ routeOptions }, _reply, type) {
      if (routeOptions.config.alwaysServed) return
      const busy = type === underPressure.TYPE_HEALTH_CHECK ? 'database' : 'server'
      throw unavailable(`The ${busy} is busy, please try again`)
    },
  })
}
