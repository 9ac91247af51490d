import { pauseUnlessWoken } from '../features/accounts/session.ts'
import { api, query } from './api/api.ts'
import { requireObject } from './api/responses.ts'
import { toCallError, UNEXPECTED } from './api/results.ts'
import { siteChanged } from './state/site-slice.ts'
import type { Store } from './state/store.ts'

const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 60_000

const siteApi = api.injectEndpoints({
  endpoints: (build) => ({
    site: query(build, 'GET /api/site', {
      read: (site) => requireObject(site, 'name', 'reading'),
      onDone: (site, { dispatch }) => dispatch(siteChanged({ ...site, isExtended: true })),
    }),
  }),
})

/** For a page that our server did not write. Only a server without the call ends the questions. */
export async function askForSite(store: Store): Promise<void> {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    const asked = siteApi.endpoints.site.initiate(undefined, { subscribe: false, forceRefetch: true })
    const { error } = await store.dispatch(asked)
    if (!error) return
    const { status, statusText } = toCallError(error)
    if (status === 401 || status === 404 || statusText === UNEXPECTED) return
    await pauseUnlessWoken(pause)
  }
}
