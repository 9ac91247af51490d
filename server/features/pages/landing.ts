import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANDING_FILE, landingVariant } from '../../../contract/pages/landing.ts'
import type { ServedSite } from '../../../contract/site.ts'
import { projectFolder } from '../../paths.ts'
import { escapeHtml } from '../../platform/http/escape-html.ts'

const FILE = join(projectFolder, 'dist/web', LANDING_FILE)

const MARK = /\{(name|description)\}/g

/** The content of the landing page for guests, which the build has rendered; empty if it has not. */
export function readLanding(): (site: ServedSite) => string {
  const variants: Record<string, string> = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {}
  return (site) => {
    const html = variants[landingVariant(site)] ?? ''
    return html.replace(MARK, (_, text: 'name' | 'description') => escapeHtml(site[text]))
  }
}
