import type { ServedSite } from '../site.ts'
import { SITE, type SiteTexts } from './heads.ts'

// Each variant is prerendered with placeholders for the community's texts.

export const PAGE_CHUNKS_FILE = 'page-chunks.json'
export const LANDING_FILE = 'landing.json'

export const MARKED_TEXTS: SiteTexts = { name: '{name}', description: '{description}' }

type LandingSite = Pick<ServedSite, 'name' | 'reading'>

export const landingVariant = ({ name, reading }: LandingSite): string =>
  `${reading} ${name === SITE.name ? 'unnamed' : 'named'}`
