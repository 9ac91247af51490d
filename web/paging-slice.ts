import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { signedOut } from './accounts/auth-slice.ts'

/** For each list that grows: where its next page begins, or null at the end. */
export type PagingState = { posts: string | null; profiles: string | null; comments: string | null }

const initialState: PagingState = { posts: null, profiles: null, comments: null }

export const paging = createSlice({
  name: 'paging',
  initialState,
  reducers: {
    pageReached(state, { payload }: PayloadAction<Partial<PagingState>>) {
      Object.assign(state, payload)
    },
  },
  extraReducers: (builder) => builder.addCase(signedOut, () => initialState),
})

export const { pageReached } = paging.actions
