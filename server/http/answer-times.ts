const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const NAME = 'http_request_duration_seconds'

type Series = { buckets: number[]; sum: number; count: number }

/** The answers of one route, by status. */
export class RouteTimes {
  readonly method: string
  readonly route: string
  readonly series = new Map<number, Series>()

  constructor(method: string, route: string) {
    this.method = method
    this.route = route
  }

  answered(status: number, milliseconds: number): void {
    let series = this.series.get(status)
    if (!series) {
      series = { buckets: BUCKETS.map(() => 0), sum: 0, count: 0 }
      this.series.set(status, series)
    }
    const seconds = milliseconds / 1000
    const index = BUCKETS.findIndex((bound) => seconds <= bound)
    if (index !== -1) series.buckets[index] = (series.buckets[index] ?? 0) + 1
    series.sum += seconds
    series.count++
  }
}

/**
 * A histogram that prom-client can register. Its own histogram looks up the labels for each observation, which
 * costs as much as everything else we do for a cached answer.
 */
export class AnswerTimes {
  readonly name = NAME
  readonly help = 'Time from a request to its answer'
  readonly type = 'histogram'
  readonly aggregator = 'sum'
  readonly #routes = new Map<string, RouteTimes>()

  /** By route instead of URL, so that visitors cannot create new series. */
  of(method: string, route: string): RouteTimes {
    const key = `${method} ${route}`
    let times = this.#routes.get(key)
    if (!times) {
      times = new RouteTimes(method, route)
      this.#routes.set(key, times)
    }
    return times
  }

  get() {
    const values = [...this.#routes.values()].flatMap(({ method, route, series }) =>
      [...series].flatMap(([status, one]) => seriesValues({ method, route, status: String(status) }, one)),
    )
    return { name: this.name, help: this.help, type: this.type, aggregator: this.aggregator, values }
  }
}

function seriesValues(labels: Record<string, string>, { buckets, sum, count }: Series) {
  let below = 0
  return [
    ...BUCKETS.map((le, index) => {
      below += buckets[index] ?? 0
      return { labels: { le, ...labels }, value: below, metricName: `${NAME}_bucket` }
    }),
    { labels: { le: '+Inf', ...labels }, value: count, metricName: `${NAME}_bucket` },
    { labels, value: sum, metricName: `${NAME}_sum` },
    { labels, value: count, metricName: `${NAME}_count` },
  ]
}
