import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { FloodGate } from '../traffic/rate-limit.ts'
import { tooMany, unavailable } from './refusals.ts'

/** Refuses requests that need the database during a flood from their address, or before it is ready. */
export type Admission = (request: FastifyRequest) => void

/** The same limit as for calls of the API, counted separately for each use. */
export function admission(context: Context): Admission {
  const floodGate = context.settings.rateLimit ? new FloodGate() : undefined
  return ({ address }) => {
    if (floodGate && !floodGate.isOpenTo(address)) throw tooMany(floodGate.secondsLeft)
    if (!context.ready) throw unavailable()
  }
}
