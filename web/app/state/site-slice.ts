import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { DEFAULT_SITE, SITE_META } from '../../../contract/pages/heads.ts'
import type { ServedSite } from '../../../contract/site.ts'

type SiteState = ServedSite & {
  isExtended: boolean
}

/** Our server writes it into the page; others are taken for servers of the specification until they say more. */
function initialState(): SiteState {
  const specified = { ...DEFAULT_SITE, mail: false, signIn: [], passwordSignIn: true, isExtended: false }
  // There is no document while the landing page is prerendered.
  const meta = globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${SITE_META}"]`)
  return meta ? { ...specified, ...JSON.parse(meta.content), isExtended: true } : specified
}

export const site = createSlice({
  name: 'site',
  initialState,
  reducers: {
    siteChanged: (state, { payload }: PayloadAction<Partial<SiteState>>) => ({ ...state, ...payload }),
  },
})

export const { siteChanged } = site.actions

/** The only place that knows what the server can do: all of it, or what the specification says. */
export const isExtended = ({ site }: { site: SiteState }): boolean => site.isExtended
