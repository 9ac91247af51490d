import type { ServedSite } from '../../contract/site.ts'
import { useFirstSelector } from '../first-store.ts'

export const useSite = (): ServedSite => useFirstSelector((state) => state.site)
