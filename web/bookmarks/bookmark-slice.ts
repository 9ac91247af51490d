import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { signedOut } from '../accounts/auth-slice.ts'

/** Whether the reader has bookmarked a post, by its id, as far as the server was asked. */
const initialState: Record<string, boolean> = {}

export const bookmark = createSlice({
  name: 'bookmark',
  initialState,
  reducers: {
    bookmarksLoaded(
      state,
      { payload: { asked, bookmarked } }: PayloadAction<{ asked: string[]; bookmarked: string[] }>,
    ) {
      for (const id of asked) state[id] = bookmarked.includes(id)
    },
    bookmarkChanged(state, { payload }: PayloadAction<{ id: string; isBookmarked: boolean }>) {
      state[payload.id] = payload.isBookmarked
    },
  },
  extraReducers: (builder) => builder.addCase(signedOut, () => initialState),
})

export const { bookmarksLoaded, bookmarkChanged } = bookmark.actions
