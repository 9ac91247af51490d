import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import { type DestinationStream, pino } from 'pino'
import { readSettings, SettingError, type Settings } from './settings.ts'
import { start } from './start.ts'
import { runWorkers } from './workers.ts'

if (existsSync('.env')) process.loadEnvFile('.env')

try {
  const settings = readSettings(process.env)
  if (settings.workers > 1 && cluster.isPrimary) process.exit(await runWorkers(settings.workers))
  await serveUntilStopped(settings)
} catch (error) {
  console.error(error instanceof SettingError ? error.message : error)
  process.exit(1)
}

async function serveUntilStopped(settings: Settings): Promise<void> {
  const running = await start(settings, pino({ level: settings.logLevel }, await logStream()))
  if (cluster.isPrimary || cluster.worker?.id === 1) {
    console.log(`Developer Connector is at ${running.address} with its data in ${running.location}`)
  }
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      running.stop().then(
        () => process.exit(0),
        (error) => {
          console.error(error)
          process.exit(1)
        },
      )
    })
  }
}

/** Readable for people in a terminal, JSON for everything else. */
async function logStream(): Promise<DestinationStream> {
  if (!process.stdout.isTTY) return pino.destination({ sync: false })
  const { default: pretty } = await import('pino-pretty')
  return pretty({ ignore: 'pid,hostname', translateTime: 'HH:MM:ss' })
}
