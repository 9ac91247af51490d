import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client'
import type { Context } from '../context.ts'
import { AnswerTimes } from '../http/answer-times.ts'
import { notFound } from '../http/refusals.ts'
import { clusterMetrics, shareMetrics } from './workers.ts'

/** Metrics in Prometheus' format. */
export class Metrics {
  readonly registry = new Registry()
  readonly times = new AnswerTimes()

  constructor() {
    collectDefaultMetrics({ register: this.registry })
    this.registry.registerMetric(this.times as unknown as Metric)
  }

  /** Adds what is known of the process and its features. */
  watch({ db, answers, gauges }: Context): void {
    shareMetrics(this.registry)
    this.#gauge('database_connections', 'Open connections to the database', () => db.load().connections)
    this.#gauge('database_connections_idle', 'Connections waiting for work', () => db.load().idle)
    this.#gauge('database_waiting', 'Queries waiting for a connection', () => db.load().waiting)
    for (const { name, help, read } of gauges) this.#gauge(name, help, read)
    this.#counter('cache_hits_total', 'Answers or parts of them found in the cache', () => answers.hits)
    this.#counter('cache_misses_total', 'Answers or parts of them that had to be made', () => answers.misses)
  }

  /** Adds a gauge that is read at every scrape. */
  #gauge(name: string, help: string, read: () => number): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [this.registry],
      collect: () => gauge.set(read()),
    })
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

export function metricsRoute(app: FastifyInstance, { settings }: Context, metrics: Metrics): void {
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, settings.metricsToken)) throw notFound('Not found')
    const text = (await clusterMetrics()) ?? (await metrics.registry.metrics())
    return reply.header('cache-control', 'no-store').type(metrics.registry.contentType).send(text)
  })
}

/** Only for requests from this machine or with the token. A local proxy forwards requests of others. */
function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  const given = request.headers.authorization
  if (token && given) {
    const expected = Buffer.from(`Bearer ${token}`)
    const actual = Buffer.from(given)
    return expected.length === actual.length && timingSafeEqual(expected, actual)
  }
  const forwarded = request.headers['x-forwarded-for'] ?? request.headers.forwarded
  return !forwarded && LOOPBACK.test(request.socket.remoteAddress ?? '')
}

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/
