import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { User } from '../../../contract/accounts.ts'
import { storedToken } from '../api/storage.ts'

/** The server could not check the token, which may still be valid. */
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
      // The session may have ended since the call.
      if (!state.token || (state.user && state.user._id !== user._id)) return
      // An equal user stays the same object, so that long lists are not rendered again.
      const isSame = JSON.stringify(state.user) === JSON.stringify(user)
      if (!isSame) state.user = user
      state.isAuthenticated = true
      state.loading = false
    },
    unreadChanged(state, { payload: unread }: PayloadAction<number>) {
      if (state.user) state.user.unread = unread
    },
    signedIn(state, { payload: { token } }: PayloadAction<{ token: string }>) {
      state.token = token
      state.user = null
      state.isAuthenticated = true
      state.loading = false
      state.setAside = null
    },
    tokenRenewed(state, { payload: token }: PayloadAction<string>) {
      if (state.token) state.token = token
    },
    /** The token that was set aside and public data stay. */
    signInFailed(state) {
      endSession(state)
    },
    signedOut(state) {
      endSession(state)
      state.setAside = null
    },
    /** The failure was not about the token. */
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
