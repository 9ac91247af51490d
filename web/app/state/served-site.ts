import { DEFAULT_SITE as DEFAULTS, SITE_META } from '../../../contract/pages/heads.ts'
import type { ServedSite } from '../../../contract/site.ts'

const DEFAULT_SITE: ServedSite = {
  ...DEFAULTS,
  mail: false,
  signIn: [],
}

/** Servers of the specification send nothing. */
export function servedSite(): ServedSite {
  // There is no document while the landing page is prerendered.
  const meta = globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${SITE_META}"]`)
  return meta ? { ...DEFAULT_SITE, ...JSON.parse(meta.content) } : DEFAULT_SITE
}

/** Servers of the specification know no feeds. */
export const isServed = (): boolean => servedSite() !== DEFAULT_SITE

export const isPublic = ({ reading }: ServedSite): boolean => reading === 'public'
