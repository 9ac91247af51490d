import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { User } from '../../contract/accounts.ts'
import { storedToken } from '../storage.ts'

/** A token that the server could not check, and why. It may still be valid. */
type SetAside = { token: string; reason: string }

type AuthState = {
  token: string | null
  /** Null until the first user has been loaded or rejected. */
  isAuthenticated: boolean | null
  loading: boolean
  user: SignedInUser | null
  setAside: SetAside | null
}

/** A server may return only the id and the name of the current user. */
export type SignedInUser = Pick<User, '_id' | 'name'> & Partial<User>

const initialState = (): AuthState => ({
  token: storedToken(),
  isAuthenticated: null,
  loading: true,
  user: null,
  setAside: null,
})

export const auth = createSlice({
  name: 'auth',
  initialState,
  reducers: {
    userLoaded(state, { payload: user }: PayloadAction<SignedInUser>) {
      // What is the same stays the same object, so that long lists are not rendered again for it.
      const isSame = JSON.stringify(state.user) === JSON.stringify(user)
      if (!isSame) state.user = user
      state.isAuthenticated = true
      state.loading = false
    },
    /** How many notifications are unread. */
    unreadChanged(state, { payload: unread }: PayloadAction<number>) {
      if (state.user) state.user.unread = unread
    },
    /** Login or registration succeeded. The user is loaded next. */
    signedIn(state, { payload: { token } }: PayloadAction<{ token: string }>) {
      state.token = token
      state.user = null
      state.isAuthenticated = true
      state.loading = false
      state.setAside = null
    },
    /** The same user continues with another token. */
    tokenRenewed(state, { payload: token }: PayloadAction<string>) {
      state.token = token
    },
    /** A login or registration was rejected. The token that was set aside and public data stay. */
    signInFailed(state) {
      endSession(state)
    },
    /** Logout, a deleted account, or an invalid token. */
    signedOut(state) {
      endSession(state)
      state.setAside = null
    },
    /** The user could not be loaded, but not because of the token. */
    tokenSetAside(state, { payload: reason }: PayloadAction<string>) {
      if (state.token) state.setAside = { token: state.token, reason }
      endSession(state)
    },
  },
})

function endSession(state: AuthState): void {
  state.token = null
  state.user = null
  state.isAuthenticated = false
  state.loading = false
}

export const { userLoaded, unreadChanged, signedIn, tokenRenewed, signInFailed, signedOut, tokenSetAside } =
  auth.actions
