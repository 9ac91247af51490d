import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import type { Failure } from '../../contract/errors.ts'
import { isForeignKeyViolation, isUnavailable } from '../database/faults.ts'
import { badToken, Refusal, unavailable } from './refusals.ts'

const DATABASE_RETRY = 2

/** What Fastify itself refuses, by status, in our words. */
const FRAMEWORK_REFUSALS: Record<number, string> = {
  400: 'The request could not be understood',
  404: 'Not found',
  405: 'Method not allowed',
  413: 'The request is too large',
  414: 'The address is too long',
  415: 'The body must be JSON',
  431: 'The headers are too large',
}

/** The one place where a failure becomes an answer. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = asRefusal(error)
    const where = { reqId: request.id, route: request.routeOptions.url }
    if (refusal.status === 500) request.log.error({ ...where, err: error }, 'bug')
    else if (refusal.status === 503) request.log.warn({ ...where, err: error }, 'unavailable')
    return sendRefusal(reply, refusal)
  })
}

export function sendRefusal(reply: FastifyReply, { status, errors, retryAfter }: Refusal): FastifyReply {
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  const body: Failure = { errors }
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (isUnavailable(error)) return unavailable(DATABASE_RETRY)
  // Routes answer for what else may be missing; only the own account can vanish under a write.
  if (isForeignKeyViolation(error)) return badToken()
  const status = (error as Partial<FastifyError>).statusCode ?? 500
  const msg = FRAMEWORK_REFUSALS[status]
  return msg ? new Refusal(status, [{ msg }]) : new Refusal(500, [{ msg: 'Server error' }])
}
