import { randomBytes } from 'node:crypto'
import {
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RawRequestDefaultExpression,
} from 'fastify'
import type { Logger } from 'pino'
import type { AnswerTimes } from './answer-times.ts'

/** One line an answer, by route: no address, token, email or text of anyone gets into the log. */
export class RequestLog extends LogController {
  readonly #logger: Logger
  readonly #times: AnswerTimes

  constructor(logger: Logger, times: AnswerTimes) {
    super()
    this.#logger = logger
    this.#times = times
  }

  override incomingRequest(): void {}

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply): void {
    const times = request.times ?? this.#times.of(request.method, request.routeOptions.url ?? 'none')
    times.answered(reply.statusCode, reply.elapsedTime)
    if (!error && !this.#logger.isLevelEnabled('info')) return
    const line = {
      reqId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }
    if (error) this.#logger.warn({ ...line, err: error }, 'cut off')
    else this.#logger.info(line, 'answered')
  }
}

/**
 * The id that a proxy gave the request, or one of our own: unique among all processes, and far
 * cheaper than random bytes for each.
 */
export function requestIds(): (request: RawRequestDefaultExpression) => string {
  const process = randomBytes(6).toString('base64url')
  let count = 0
  return (request) => {
    const given = request.headers['x-request-id']
    if (typeof given === 'string' && GIVEN_ID.test(given)) return given
    return `${process}-${(++count).toString(36)}`
  }
}

const GIVEN_ID = /^[\w.:-]{1,100}$/
