import type { ServedSite } from '../site.ts'
import { SITE, SITE_PAGES, type SitePageName, type SiteTexts } from './heads.ts'

// Each variant is prerendered with placeholders for the community's texts.

export const PAGE_CHUNKS_FILE = 'page-chunks.json'
export const LANDING_FILE = 'landing.json'

export const MARKED_TEXTS: SiteTexts = { name: '{name}', description: '{description}' }

type LandingSite = Pick<ServedSite, 'name' | 'reading' | 'pages'>

export const landingVariant = ({ name, reading, pages }: LandingSite): string =>
  [reading, name === SITE.name ? 'unnamed' : 'named', ...pages].join(' ')

/** Every choice of pages that a community may have. */
export const PAGE_CHOICES = SITE_PAGES.reduce<SitePageName[][]>(
  (choices, page) => choices.flatMap((pages) => [pages, [...pages, page]]),
  [[]],
)
