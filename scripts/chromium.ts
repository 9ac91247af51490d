import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

// The shell has no window and takes about half of the processor time.
const PACKAGES = ['chromium-headless-shell', 'chromium']
const NAMES = [...PACKAGES, 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** Installs Chromium on Debian if it is missing. */
export function findChromium(): string {
  const found = process.env.CHROMIUM_PATH ?? findOnPath()
  if (found) return found
  console.log('Installing Chromium …')
  runApt('update')
  for (const name of PACKAGES) {
    runApt('install', '-y', '--no-install-recommends', name)
    const installed = findOnPath()
    if (installed) return installed
  }
  throw new Error('The browser tests need Chromium. Install it, or set CHROMIUM_PATH.')
}

function runApt(...args: string[]): void {
  const [command = '', ...rest] = [...(process.getuid?.() === 0 ? [] : ['sudo', '-n']), 'apt-get', ...args]
  spawnSync(command, rest, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

function findOnPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
