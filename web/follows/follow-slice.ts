import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Follows } from '../../contract/follows.ts'
import type { PersonSummary } from '../../contract/people.ts'
import { signedOut, userLoaded } from '../accounts/auth-slice.ts'

export type Followed = { person: PersonSummary } | { tag: string }

export type FollowState = Follows & {
  /** Nothing is asked until something needs it; a server may not know the call. */
  status: 'unasked' | 'loading' | 'known' | 'unavailable'
}

const initialState: FollowState = { people: [], tags: [], status: 'unasked' }

export const follow = createSlice({
  name: 'follow',
  initialState,
  reducers: {
    followsRequested(state) {
      state.status = 'loading'
    },
    followsLoaded: (_, { payload: { people, tags } }: PayloadAction<Follows>) => ({
      people,
      tags,
      status: 'known' as const,
    }),
    followsUnavailable(state) {
      state.status = 'unavailable'
    },
    followChanged(state, { payload }: PayloadAction<{ followed: Followed; isFollowed: boolean }>) {
      const { followed, isFollowed } = payload
      if ('tag' in followed) {
        const others = state.tags.filter((tag) => tag !== followed.tag)
        state.tags = isFollowed ? [followed.tag, ...others] : others
      } else {
        const { person } = followed
        const others = state.people.filter(({ _id }) => _id !== person._id)
        state.people = isFollowed ? [person, ...others] : others
      }
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(signedOut, () => initialState)
      // Blocking someone ends following them.
      .addCase(userLoaded, (state, { payload: { blocked } }) => {
        if (blocked) state.people = state.people.filter(({ _id }) => !blocked.includes(_id))
      }),
})

export const { followsRequested, followsLoaded, followsUnavailable, followChanged } = follow.actions
