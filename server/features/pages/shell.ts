import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PagePath } from '../../../contract/pages/heads.ts'
import { LANDING_FILE, landingVariant, PAGE_CHUNKS_FILE } from '../../../contract/pages/landing.ts'
import type { ServedSite } from '../../../contract/site.ts'
import { projectFolder } from '../../paths.ts'
import { escapeHtml } from '../../platform/http/escape-html.ts'

export const HTML = { 'content-type': 'text/html; charset=utf-8' }

const PAGE_FILE = join(projectFolder, 'dist/web/index.html')
const LANDING = join(projectFolder, 'dist/web', LANDING_FILE)
const PAGE_CHUNKS = join(projectFolder, 'dist/web', PAGE_CHUNKS_FILE)

// vite.config.ts leaves these marks around the general head.
const HEAD = /<!--head-->.*<!--\/head-->/s

const ROOT = '<div id="root">'

export type Shell = { withHead(head: string, page?: PagePath, content?: string): string }

export function readShell(): Shell | undefined {
  if (!existsSync(PAGE_FILE)) return undefined
  const [before = '', after = ''] = readFileSync(PAGE_FILE, 'utf8').split(HEAD)
  const [beforeContent = '', afterContent = ''] = after.split(ROOT)
  const chunks: Record<string, string[]> = JSON.parse(readFileSync(PAGE_CHUNKS, 'utf8'))
  const preload = (name: string) => `<link rel="modulepreload" crossorigin href="/${name}" />`
  return {
    withHead(head, page = '/', content = '') {
      const preloads = (chunks[page] ?? []).map(preload).join('')
      return before + head + preloads + beforeContent + ROOT + content + afterContent
    },
  }
}

const MARK = /\{(name|description)\}/g

export function readLanding(): (site: ServedSite) => string {
  const variants: Record<string, string> = existsSync(LANDING)
    ? JSON.parse(readFileSync(LANDING, 'utf8'))
    : {}
  return (site) => {
    const html = variants[landingVariant(site)] ?? ''
    return html.replace(MARK, (_, text: 'name' | 'description') => escapeHtml(site[text]))
  }
}
