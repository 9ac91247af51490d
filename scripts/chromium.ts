import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const SHELL = 'chromium-headless-shell'
const OTHER_PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** Prefers the headless shell, which takes half of the processor time. */
export function findChromium(): string {
  const isRoot = process.getuid?.() === 0
  const program =
    process.env.CHROMIUM_PATH ||
    findOnPath(SHELL) ||
    (isRoot && install(SHELL)) ||
    findOnPath(...OTHER_PROGRAMS) ||
    install(SHELL) ||
    install('chromium')
  if (!program) throw new Error('The browser tests need Chromium. Install it, or set CHROMIUM_PATH.')
  return program
}

function install(name: string): string | undefined {
  if (!findOnPath('apt-get')) return
  console.log(`Installing ${name} …`)
  runApt('update')
  runApt('install', '-y', '--no-install-recommends', name)
  return findOnPath(name)
}

function runApt(...args: string[]): void {
  const [command = '', ...options] = [...(process.getuid?.() === 0 ? [] : ['sudo', '-n']), 'apt-get', ...args]
  spawnSync(command, options, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

function findOnPath(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
