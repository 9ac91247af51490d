import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { version } from '../../version.ts'
import { starting } from '../http/refusals.ts'

const ALWAYS = { config: { alwaysServed: true } } as const

export function healthRoutes(app: FastifyInstance, context: Context): void {
  app.get('/healthz', ALWAYS, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ alive: true, version }),
  )

  app.get('/readyz', ALWAYS, async (_request, reply) => {
    if (!context.ready) throw starting()
    await sql`select 1`.execute(context.db.kysely)
    return reply.header('cache-control', 'no-store').send({ ready: true })
  })
}
