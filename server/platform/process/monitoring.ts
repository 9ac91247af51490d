import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Context } from '../../context.ts'
import { version } from '../../version.ts'
import { notFound, starting } from '../http/refusals.ts'
import type { RouteLabels } from '../http/request-log.ts'
import { clusterMetrics, shareMetrics } from './workers.ts'

export class Metrics {
  readonly registry = new Registry()
  readonly times = new Histogram<RouteLabels>({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  })

  constructor() {
    collectDefaultMetrics({ register: this.registry })
  }

  watch({ db, cache, gauges }: Context): void {
    shareMetrics(this.registry)
    this.#gauge('database_connections', 'Open connections to the database', () => db.load().connections)
    this.#gauge('database_connections_idle', 'Connections waiting for work', () => db.load().idle)
    this.#gauge('database_waiting', 'Queries waiting for a connection', () => db.load().waiting)
    for (const { name, help, read } of gauges) this.#gauge(name, help, read)
    this.#counter('cache_hits_total', 'Values found in the cache', () => cache.hits)
    this.#counter('cache_misses_total', 'Values that had to be loaded', () => cache.misses)
  }

  #gauge(name: string, help: string, read: () => number): void {
    const registers = [this.registry]
    const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(read()) })
  }

  #counter(name: string, help: string, read: () => number): void {
    const counter: Counter = new Counter({
      name,
      help,
      registers: [this.registry],
      collect() {
        counter.reset()
        counter.inc(read())
      },
    })
  }
}

const ALWAYS_SERVED = { config: { alwaysServed: true } } as const

export function monitoringRoutes(app: FastifyInstance, context: Context, metrics: Metrics): void {
  app.get('/healthz', ALWAYS_SERVED, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ alive: true, version }),
  )

  app.get('/readyz', ALWAYS_SERVED, async (_request, reply) => {
    if (!context.ready) throw starting()
    await sql`select 1`.execute(context.db.kysely)
    return reply.header('cache-control', 'no-store').send({ ready: true })
  })

  app.get('/metrics', ALWAYS_SERVED, async (request, reply) => {
    if (!mayRead(request, context.settings.metricsToken)) throw notFound('Not found')
    const text = (await clusterMetrics()) ?? (await metrics.registry.metrics())
    return reply.header('cache-control', 'no-store').type(metrics.registry.contentType).send(text)
  })
}

/** A local proxy forwards requests of others, so a local address is not enough. */
function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  const { authorization } = request.headers
  if (token && authorization) {
    const expected = Buffer.from(`Bearer ${token}`)
    const actual = Buffer.from(authorization)
    return expected.length === actual.length && timingSafeEqual(expected, actual)
  }
  const forwarded = request.headers['x-forwarded-for'] ?? request.headers.forwarded
  return !forwarded && LOOPBACK.test(request.socket.remoteAddress ?? '')
}

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/
