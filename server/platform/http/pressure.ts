import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { unavailable } from './refusals.ts'

/** Tests raise the delay, as a stall of their machine is no failure. */
export const PRESSURE = { maxDelay: 250 }
const MAX_QUERIES_WAITING = 500
const CHECK_EVERY = 250

/** Beyond these limits, refusing is better than letting clients wait. */
export async function refuseUnderPressure(app: FastifyInstance, db: Database): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: PRESSURE.maxDelay,
    healthCheck: async () => db.load().waiting < MAX_QUERIES_WAITING,
    healthCheckInterval: CHECK_EVERY,
    pressureHandler({ routeOptions }) {
      if (!routeOptions.config.alwaysServed) throw unavailable()
    },
  })
}
