import type { FastifyReply, FastifyRequest } from 'fastify'

/** An answer that goes on after its head, until one side ends it. */
export abstract class Streamed {
  abstract send(request: FastifyRequest, reply: FastifyReply, cacheControl: string): Promise<void>
}
