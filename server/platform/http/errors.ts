import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Failure } from '../../../contract/errors.ts'
import { CauseLog } from '../../cause-log.ts'
import { isForeignKeyViolation, isUnavailable } from '../../database/faults.ts'
import { API_HEADERS } from '../cache/cached-response.ts'
import type { Member, Visitor } from './caller.ts'
import { badToken, clientGone, notFound, Refusal, unavailable } from './refusals.ts'
import type { RequestLog } from './request-log.ts'

const FRAMEWORK_REFUSALS: Record<number, string> = {
  400: 'The request could not be understood',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'The request took too long',
  413: 'The request is too large',
  414: 'The address is too long',
  415: 'The body must be JSON',
  431: 'The headers are too large',
}

export function handleErrors(
  app: FastifyInstance,
  logger: Logger,
  hasEnded: (member: Member) => Promise<boolean>,
): void {
  /** After a foreign key violation, the account may have been deleted. */
  const hasLostAccount = async (error: unknown, caller: Member | Visitor | undefined) =>
    isForeignKeyViolation(error) &&
    caller !== undefined &&
    caller.role !== 'visitor' &&
    (await hasEnded(caller).catch(() => false))

  const refusalOf = async (error: unknown, request: FastifyRequest) => {
    if (request.raw.readableAborted) return clientGone()
    return (await hasLostAccount(error, request.caller)) ? badToken() : asRefusal(error)
  }

  const outages = new CauseLog(logger)

  app.setErrorHandler(async (error, request, reply) => {
    const refusal = await refusalOf(error, request)
    const where = { reqId: request.id, route: request.routeOptions.url }
    if (refusal.status === 500) logger.error({ ...where, err: error }, 'bug')
    else if (refusal.status === 503) {
      outages.write('warn', 'unavailable', error, { ...where, cause: String(error) })
    }
    return sendRefusal(reply, refusal)
  })
}

/** Node could not parse the request, so there is only a socket. */
export function refuseUnreadable(log: RequestLog) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const statusLine = UNREADABLE[error.code ?? ''] ?? '400 Bad Request'
    const status = Number.parseInt(statusLine, 10)
    const failure: Failure = { errors: [{ msg: FRAMEWORK_REFUSALS[status] ?? '' }] }
    const body = JSON.stringify(failure)
    const id = log.newId()
    socket.end(
      [
        `HTTP/1.1 ${statusLine}`,
        'content-type: application/json; charset=utf-8',
        `content-length: ${Buffer.byteLength(body)}`,
        `x-request-id: ${id}`,
        'connection: close',
        '',
        body,
      ].join('\r\n'),
    )
    log.refused(id, undefined, status)
  }
}

/** For what Fastify rejects before its hooks run. */
export function refuseUnroutable(log: RequestLog) {
  return (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    const refusal = asRefusal(error)
    sendRefusal(reply, refusal)
    log.refused(request.id, request.method, refusal.status)
  }
}

const UNREADABLE: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

export function sendRefusal(
  reply: FastifyReply,
  { status, errors, retryAfter, headers }: Refusal,
): FastifyReply {
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  const body: Failure = { errors }
  return reply
    .code(status)
    .headers(API_HEADERS)
    .headers(headers)
    .headers({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': reply.request.id,
    })
    .send(JSON.stringify(body))
}

const INVALID_PATHS = ['FST_ERR_BAD_URL', 'FST_ERR_MAX_PARAM_LENGTH']

export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (isUnavailable(error)) return unavailable('The database is unavailable, please try again')
  const { code = '', statusCode: status = 500 } = error as Partial<FastifyError>
  if (INVALID_PATHS.includes(code) || status === 403) return notFound('Not found')
  const msg = FRAMEWORK_REFUSALS[status]
  return msg ? new Refusal(status, [{ msg }]) : new Refusal(500, [{ msg: 'Server error' }])
}
