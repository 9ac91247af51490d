// Makes a fresh clone ready: installs what is missing and builds what is stale.
// Plain JavaScript, because it runs on whatever Node the system has; the pinned one comes with the install.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
const INSTALLED = 'node_modules/.installed-lockfile'
// The server is built last, so it tells when all was built.
const BUILT = 'dist/server/main.js'
const SOURCES = ['web', 'contract', 'server', 'vite.config.ts', 'vite.server.config.ts', 'package-lock.json']

process.chdir(root)
install()
build()

function install() {
  const lockfile = readFileSync('package-lock.json', 'utf8')
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === lockfile) return
  // Not `npm ci`: it refuses a lockfile without the binaries for platforms that a registry does not carry.
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
  const built = statSync(BUILT, { throwIfNoEntry: false })
  if (built && SOURCES.every((source) => newest(source) <= built.mtimeMs)) return
  run('Building', 'npm', ['run', '--silent', 'build'])
}

/** The time of the last change below a path; a folder's own time tells of deleted files. */
function newest(path) {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

function run(what, command, args) {
  console.log(`${what} …`)
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) {
    console.error(`${what} failed.`)
    process.exit(1)
  }
}
