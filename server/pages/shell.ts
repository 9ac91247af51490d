import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../paths.ts'

const FILE = join(projectFolder, 'dist/web/index.html')

// vite.config.ts leaves these marks around the head of a page in general.
const HEAD = /<!--head-->.*<!--\/head-->/s

/** The built page as it is for everyone, with a place for the head of one page. */
export type Shell = { general: string; withHead(head: string): string }

/** Undefined where the page has not been built. */
export function readShell(): Shell | undefined {
  if (!existsSync(FILE)) return undefined
  const general = readFileSync(FILE, 'utf8')
  const [before = '', after = ''] = general.split(HEAD)
  return { general, withHead: (head) => before + head + after }
}
