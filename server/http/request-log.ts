import { randomBytes } from 'node:crypto'
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

/** One line an answer, by route: no address, token, email or text of anyone gets into the log. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply): void {
    const line = {
      reqId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }
    if (error) request.log.warn({ ...line, err: error }, 'cut off')
    else request.log.info(line, 'answered')
  }
}

/** Unique among all processes, and far cheaper than random bytes for each request. */
export function requestIds(): () => string {
  const process = randomBytes(6).toString('base64url')
  let count = 0
  return () => `${process}-${(++count).toString(36)}`
}
