import type { ServedSite } from '../../../contract/site.ts'
import { useAppSelector } from './store.ts'

export const useSite = (): ServedSite => useAppSelector((state) => state.site)
