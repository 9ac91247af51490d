import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'

const MINUTE = 60_000
const MAX_CAUSES = 100

export class CauseLog {
  readonly #logger: Logger
  readonly #causes = new LRUCache<string, { times: number; nextAt: number }>({ max: MAX_CAUSES })

  constructor(logger: Logger) {
    this.#logger = logger
  }

  write(level: 'warn' | 'error', message: string, error: unknown, details: object = {}): void {
    const key = `${message}: ${codeOf(error)}`
    const cause = this.#causes.get(key) ?? { times: 0, nextAt: 0 }
    this.#causes.set(key, cause)
    cause.times++
    const now = performance.now()
    if (now < cause.nextAt) return
    this.#logger[level]({ ...details, times: cause.times }, message)
    cause.times = 0
    cause.nextAt = now + MINUTE
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { errcode, code } = error as { errcode?: number; code?: string }
  return String(errcode ?? code ?? error.message)
}
