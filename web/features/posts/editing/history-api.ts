import type { Version } from '../../../../contract/markdown.ts'
import { api, byCursor, resultOf } from '../../../app/api/api.ts'
import type { Page } from '../../../app/api/request.ts'
import { loadVersions, type Target } from './edit-calls.ts'

export type ListedVersion = Version & { _id: string }

const historyApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The argument includes the current version, so that a newer one reloads the list. */
    history: build.infiniteQuery<Page<ListedVersion>, Target & { version: number }, string | null>({
      infiniteQueryOptions: byCursor,
      queryFn: async ({ queryArg: target, pageParam: cursor }, { signal }) => {
        const page = loadVersions(target, { cursor, signal })
        return resultOf(page.then(({ items, next }) => ({ items: items.map(withId), next })))
      },
    }),
  }),
})

const withId = (version: Version): ListedVersion => ({ ...version, _id: String(version.version) })

export const { useHistoryInfiniteQuery } = historyApi
