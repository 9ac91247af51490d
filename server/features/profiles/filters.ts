import type { CachedResponse } from '../../platform/cache/cached-response.ts'
import type { Page } from '../../platform/http/paging.ts'

export type PeopleFilters = {
  q: string | null
  skill: string[]
  status: string | null
  location: string | null
}

export const hasFilters = ({ q, skill, status, location }: PeopleFilters): boolean =>
  q !== null || skill.length > 0 || status !== null || location !== null

export type SearchPeople = (
  filters: PeopleFilters,
  page: Page,
  call: { path: string; hidden: string[] },
) => Promise<CachedResponse>
