import type { ServedSite } from '../site.ts'
import { SITE, type SiteTexts } from './heads.ts'

// Prerendered once per variant, with marks for the community's texts, which the server fills in.

export const PAGE_CHUNKS_FILE = 'page-chunks.json'
export const LANDING_FILE = 'landing.json'

export const MARKED_TEXTS: SiteTexts = { name: '{name}', description: '{description}' }

type Shown = Pick<ServedSite, 'name' | 'reading'>

export const landingVariant = ({ name, reading }: Shown): string =>
  `${reading} ${name === SITE.name ? 'unnamed' : 'named'}`
