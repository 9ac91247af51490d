import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { User } from '../../contract/accounts.ts'
import { recall, TOKEN_KEY } from '../storage.ts'

export type AuthState = {
  token: string | null
  /** Null until the first user has been loaded or refused. */
  isAuthenticated: boolean | null
  loading: boolean
  user: User | null
}

const initialState = (): AuthState => ({
  token: recall('localStorage', TOKEN_KEY),
  isAuthenticated: null,
  loading: true,
  user: null,
})

export const auth = createSlice({
  name: 'auth',
  initialState,
  reducers: {
    userLoaded(state, { payload: user }: PayloadAction<User>) {
      state.user = user
      state.isAuthenticated = true
      state.loading = false
    },
    /** Login or registration succeeded. The user is loaded next. */
    signedIn(state, { payload: { token } }: PayloadAction<{ token: string }>) {
      state.token = token
      state.user = null
      state.isAuthenticated = true
      state.loading = false
    },
    /** Logout, a deleted account, or a failure to load the user, log in or register. */
    signedOut(state) {
      state.token = null
      state.user = null
      state.isAuthenticated = false
      state.loading = false
    },
  },
})

export const { userLoaded, signedIn, signedOut } = auth.actions
