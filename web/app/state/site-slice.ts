import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { ServedSite } from '../../../contract/site.ts'
import { servedSite } from './served-site.ts'

export const site = createSlice({
  name: 'site',
  initialState: servedSite,
  reducers: {
    siteChanged: (state, { payload }: PayloadAction<Partial<ServedSite>>) => ({ ...state, ...payload }),
  },
})

export const { siteChanged } = site.actions
