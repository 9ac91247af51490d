import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { type DestinationStream, type Logger, pino } from 'pino'
import { firstStartPath } from './features/sign-in/setup.ts'
import { readSettings, type Settings } from './platform/process/settings.ts'
import { runWorkers } from './platform/process/workers.ts'
import { type Running, start } from './start.ts'
import { StartError } from './start-error.ts'
import { version } from './version.ts'

// Docker kills a container ten seconds after SIGTERM.
const MAX_STOPPING = 9_500

if (existsSync('.env')) process.loadEnvFile('.env')

try {
  const settings = readSettings(process.env)
  const logger = pino({ level: settings.logLevel }, await logStream())
  if (settings.workers > 1 && cluster.isPrimary) process.exit(await runWorkers(settings.workers, logger))
  await serveUntilStopped(settings, logger)
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}

async function serveUntilStopped(settings: Settings, logger: Logger): Promise<void> {
  const running = await start(settings, logger)
  setMemoryFlags()
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      // Also exit when the database is down.
      setTimeout(() => process.exit(0), MAX_STOPPING)
      running.stop().then(
        () => process.exit(0),
        (error) => {
          console.error(error)
          process.exit(1)
        },
      )
    })
  }
  if (cluster.isPrimary || cluster.worker?.id === 1) await logAddress(running, logger)
}

function setMemoryFlags(): void {
  // V8 rejects cached code that was compiled with other flags, so the cache is written first.
  flushCompileCache()
  setFlagsFromString('--heap-growing-percent=40')
  // The sizes in launch.ts are for the main thread only.
  setFlagsFromString('--min-semi-space-size=0')
  setFlagsFromString('--max-semi-space-size=0')
}

async function logAddress({ address, location, context, ready }: Running, logger: Logger): Promise<void> {
  logForOperator(logger, `Developer Connector ${version} is at ${address} with its data in ${location}`)
  await ready
  const path = await firstStartPath(context).catch((error) => {
    logger.warn({ err: error }, 'could not make the link for the first admin')
    return undefined
  })
  if (path) {
    const { publicUrl } = context.settings
    const link = publicUrl ? publicUrl + path : `${address}${path}, or the same path at your public address`
    logForOperator(logger, `Nobody has registered yet. To name the community and be its admin, open ${link}`)
  }
}

function logForOperator(logger: Logger, message: string): void {
  if (process.stdout.isTTY) console.log(message)
  else logger.info({ version }, message)
}

async function logStream(): Promise<DestinationStream> {
  if (!process.stdout.isTTY) return pino.destination({ sync: false })
  const { default: pretty } = await import('pino-pretty')
  return pretty({ ignore: 'pid,hostname', translateTime: 'HH:MM:ss' })
}
