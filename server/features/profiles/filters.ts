import type { FastifyRequest } from 'fastify'
import type { PeopleFilters } from '../../../contract/fields/search-filters.ts'
import type { CachedResponse } from '../../platform/cache/cached-response.ts'
import type { Page } from '../../platform/http/paging.ts'

export const hasFilters = (filters: PeopleFilters): boolean =>
  Object.values(filters)
    .flat()
    .some((value) => value !== null)

export type SearchPeople = (
  request: FastifyRequest,
  filters: PeopleFilters,
  page: Page,
  call: { path: string; hidden: string[] },
) => Promise<CachedResponse>
