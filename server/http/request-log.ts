import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

/** One line an answer, by route: no address, token, email or text of anyone gets into the log. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply): void {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }
    if (error) request.log.warn({ ...line, err: error }, 'cut off')
    else request.log.info(line, 'answered')
  }
}
