import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../../paths.ts'

const FILE = join(projectFolder, 'dist/web/index.html')

// vite.config.ts leaves these marks around the general head.
const HEAD = /<!--head-->.*<!--\/head-->/s

const ROOT = '<div id="root">'

/** The built page, with places for the head and the content of one page. */
export type Shell = { withHead(head: string, content?: string): string }

/** Undefined where the page has not been built. */
export function readShell(): Shell | undefined {
  if (!existsSync(FILE)) return undefined
  const [before = '', after = ''] = readFileSync(FILE, 'utf8').split(HEAD)
  const [beforeContent = '', afterContent = ''] = after.split(ROOT)
  return {
    withHead: (head, content = '') => before + head + beforeContent + ROOT + content + afterContent,
  }
}
