import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Profile, Repo } from '../../../contract/profiles.ts'
import type { Page } from '../api/request.ts'
import type { StateError } from '../api/results.ts'
import { signedOut } from './auth-slice.ts'

type ProfileState = {
  profile: Profile | null
  profiles: Profile[]
  nextProfiles: string | null
  repos: Repo[]
  loading: boolean
  error: StateError | null
}

const initialState: ProfileState = {
  profile: null,
  profiles: [],
  nextProfiles: null,
  repos: [],
  loading: true,
  error: null,
}

export const profile = createSlice({
  name: 'profile',
  initialState,
  reducers: {
    profileRequested(state) {
      state.loading = true
      state.error = null
    },
    profileLoaded(state, { payload }: PayloadAction<Profile>) {
      state.profile = payload
      state.loading = false
      state.error = null
    },
    profilesLoaded(state, { payload }: PayloadAction<Page<Profile>>) {
      state.profiles = payload.items
      state.nextProfiles = payload.next
      state.loading = false
      state.error = null
    },
    moreProfilesLoaded(state, { payload }: PayloadAction<Page<Profile>>) {
      const known = new Set(state.profiles.map(({ _id }) => _id))
      state.profiles.push(...payload.items.filter(({ _id }) => !known.has(_id)))
      state.nextProfiles = payload.next
      state.loading = false
    },
    reposLoaded(state, { payload }: PayloadAction<Repo[]>) {
      state.repos = payload
    },
    profileFailed(state, { payload }: PayloadAction<StateError>) {
      state.error = payload
      state.loading = false
    },
    profileCleared(state) {
      state.profile = null
      state.repos = []
    },
  },
  extraReducers: (builder) =>
    builder.addCase(signedOut, (state) => profile.caseReducers.profileCleared(state)),
})

export const loadedProfiles = ({ profile, profiles }: ProfileState): Profile[] =>
  profile ? [profile, ...profiles] : profiles

export const {
  profileRequested,
  profileLoaded,
  profilesLoaded,
  moreProfilesLoaded,
  reposLoaded,
  profileFailed,
  profileCleared,
} = profile.actions
