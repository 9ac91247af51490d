import { existsSync } from 'node:fs'
import { pino } from 'pino'
import { readSettings, SettingError } from './settings.ts'
import { start } from './start.ts'

if (existsSync('.env')) process.loadEnvFile('.env')

try {
  const settings = readSettings(process.env)
  const pretty = process.stdout.isTTY
    ? { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } } }
    : {}
  const running = await start(settings, pino({ level: settings.logLevel, ...pretty }))
  console.log(`Developer Connector is at ${running.address} with its data in ${running.location}`)

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
} catch (error) {
  console.error(error instanceof SettingError ? error.message : error)
  process.exit(1)
}
