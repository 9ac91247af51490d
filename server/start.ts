import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import type { Context } from './context.ts'
import { forgetOldChanges } from './database/changes/changes.ts'
import { type Database, openDatabase } from './database/database.ts'
import { isDamage, isUnavailable } from './database/faults.ts'
import { migrate } from './database/schema/migrate.ts'
import { DamagedDatabase } from './database/sqlite/file.ts'
import { ResponseCache } from './platform/cache/response-cache.ts'
import { RequestLog } from './platform/http/request-log.ts'
import { Jobs } from './platform/jobs/jobs.ts'
import { Maintenance } from './platform/jobs/maintenance.ts'
import { forgetFailedJobs } from './platform/jobs/queries.ts'
import { listen, secondListener } from './platform/process/listen.ts'
import { Metrics, monitoringRoutes } from './platform/process/monitoring.ts'
import type { Settings } from './platform/process/settings.ts'
import { gracefulClose } from './platform/process/stop.ts'
import { DISK_FAILED } from './platform/process/workers.ts'

const SHORTEST_PAUSE = 250
const LONGEST_PAUSE = 2_000

export type Running = {
  address: string
  location: string
  context: Context
  ready: Promise<void>
  stop(): Promise<void>
}

export async function start(settings: Settings, logger: Logger): Promise<Running> {
  const db = openDatabase(settings.databaseUrl, {
    connections: settings.databaseConnections,
    onSyncFailure: (error) => exitAfterFailedSync(error, logger),
  })
  // Runs while the app is built, so its errors are reported where it is awaited.
  const migration = migrateWithoutTimeout(db, settings)
  migration.catch(() => {})
  const jobs = new Jobs(db, logger)
  const maintenance = new Maintenance(logger)
  maintenance.add(
    () => forgetOldChanges(db),
    () => db.transaction(forgetFailedJobs),
  )
  const context: Context = {
    settings,
    logger,
    db,
    cache: new ResponseCache(db.changes),
    jobs,
    maintenance,
    ready: false,
    onRegistration: [],
    onBlock: [],
    accountDeletionSteps: [],
    exports: [],
    gauges: [],
  }
  const metrics = new Metrics()
  const app = await buildApp(context, new RequestLog(logger, metrics.times), (server) =>
    monitoringRoutes(server, context, metrics),
  )
  metrics.watch(context)
  const second = secondListener(app)
  const close = gracefulClose(app, second)
  const stopped = new AbortController()
  const [migrated] = await Promise.all([tryToMigrate(context, logger, migration), app.ready()])
  await listen(app, second, settings)
  const ready = migrated ? Promise.resolve() : keepTryingToMigrate(context, logger, stopped.signal)

  return {
    address: addressOf(app.server.address() as AddressInfo, settings.host),
    location: db.location,
    context,
    ready,
    async stop() {
      // The running task fails once the database is closed.
      void maintenance.stop()
      stopped.abort()
      await close()
      await ready
      await jobs.stop()
      await db.close()
    },
  }
}

/** False if the database does not respond yet. Other errors are thrown. */
async function tryToMigrate(
  context: Context,
  logger: Logger,
  migration: Promise<string[]>,
): Promise<boolean> {
  try {
    const applied = await migration
    if (applied.length > 0) logger.info({ applied }, 'migrated')
    context.ready = true
    context.jobs.start()
    context.maintenance.start()
    return true
  } catch (error) {
    if (isDamage(error)) throw new DamagedDatabase(context.db.location, (error as Error).message)
    if (context.db.engine === 'sqlite' || !isUnavailable(error)) throw error
    logger.warn({ err: error }, 'the database does not respond; trying again until it does')
    return false
  }
}

async function migrateWithoutTimeout(db: Database, { databaseUrl }: Settings): Promise<string[]> {
  if (db.engine === 'sqlite') return migrate(db)
  const withoutTimeout = openDatabase(databaseUrl, { connections: 1, timeout: 0 })
  try {
    return await migrate(withoutTimeout)
  } finally {
    await withoutTimeout.close()
  }
}

async function keepTryingToMigrate(context: Context, logger: Logger, stopped: AbortSignal): Promise<void> {
  let pause = SHORTEST_PAUSE
  try {
    do {
      await setTimeout(pause, undefined, { signal: stopped })
      pause = Math.min(pause * 2, LONGEST_PAUSE)
    } while (!(await tryToMigrate(context, logger, migrateWithoutTimeout(context.db, context.settings))))
  } catch (error) {
    if (stopped.aborted) return
    logger.fatal({ err: error }, 'the database cannot be used')
    process.exit(1)
  }
}

/** Pending writes are visible but may be lost, so nothing more may be read or acknowledged. */
function exitAfterFailedSync(error: Error, logger: Logger): never {
  logger.fatal(
    { err: error },
    'the log of the database could not be written to the disk; exiting, as only a restart shows what is stored',
  )
  process.exit(DISK_FAILED)
}

function addressOf({ address, family, port }: AddressInfo, host: string): string {
  if (host === 'localhost' || address === '0.0.0.0' || address === '::') return `http://localhost:${port}`
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
