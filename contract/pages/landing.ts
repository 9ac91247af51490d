import type { ServedSite } from '../site.ts'
import { SITE, type SiteTexts } from './heads.ts'

// The landing page is prerendered when the page is built, with marks for the texts of the community, and once for each
// combination of what else it depends on. The server picks one and fills in the texts.

export const LANDING_FILE = 'landing.json'

export const MARKED_TEXTS: SiteTexts = { name: '{name}', description: '{description}' }

type Shown = Pick<ServedSite, 'name' | 'reading'>

/** Which of the prerendered pages shows this community. */
export const landingVariant = ({ name, reading }: Shown): string =>
  `${reading} ${name === SITE.name ? 'unnamed' : 'named'}`
