// Plain JavaScript, because the system's Node runs it before the pinned one is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
const INSTALLED = 'node_modules/.installed-lockfile'
const BUILT = 'dist/server/main.js'
const SOURCES = [
  'web',
  'contract',
  'server',
  'scripts',
  'vite.config.ts',
  'vite.server.config.ts',
  'package-lock.json',
]

process.chdir(root)
// The image has no lockfile; everything is installed and built already.
if (existsSync('package-lock.json')) {
  install()
  build()
}

function install() {
  const lockfile = readFileSync('package-lock.json', 'utf8')
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === lockfile) return
  // Not `npm ci`: it refuses a lockfile that lacks optional binaries for other platforms.
  run('Installing dependencies', 'npm', [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
  writeFileSync(INSTALLED, lockfile)
}

function build() {
  const lastBuild = statSync(BUILT, { throwIfNoEntry: false })
  if (lastBuild && SOURCES.every((source) => lastChange(source) <= lastBuild.mtimeMs)) return
  run('Building', 'npm', ['run', '--silent', 'build'])
}

/** Deleting a file changes the time of its folder. */
function lastChange(path) {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => lastChange(join(path, name))))
}

function run(title, command, args) {
  console.log(`${title} …`)
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) {
    console.error(`${title} failed.`)
    process.exit(1)
  }
}
