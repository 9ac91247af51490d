import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../paths.ts'

const FILE = join(projectFolder, 'dist/web/index.html')

// vite.config.ts leaves these marks around the general head.
const HEAD = /<!--head-->.*<!--\/head-->/s

/** The built page, with a place for the head of one page. */
export type Shell = { withHead(head: string): string }

/** Undefined where the page has not been built. */
export function readShell(): Shell | undefined {
  if (!existsSync(FILE)) return undefined
  const [before = '', after = ''] = readFileSync(FILE, 'utf8').split(HEAD)
  return { withHead: (head) => before + head + after }
}
