import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { User } from '../../contract/accounts.ts'
import { storedToken } from '../storage.ts'

/** A token that the server could not be asked about, and why. It may be as good as ever. */
export type SetAside = { token: string; reason: string }

export type AuthState = {
  token: string | null
  /** Null until the first user has been loaded or refused. */
  isAuthenticated: boolean | null
  loading: boolean
  user: SignedInUser | null
  setAside: SetAside | null
}

/** A server may tell no more of the current user than the id and the name. */
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
      state.setAside = null
    },
    /** The same person goes on with another token. */
    tokenRenewed(state, { payload: token }: PayloadAction<string>) {
      state.token = token
    },
    /** A login or registration was refused. What is set aside and what anyone may see stays. */
    signInFailed(state) {
      endSession(state)
    },
    /** Logout, a deleted account, or a token that is not valid. */
    signedOut(state) {
      endSession(state)
      state.setAside = null
    },
    /** The user could not be loaded, and it was not the token's fault. */
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

export const { userLoaded, signedIn, tokenRenewed, signInFailed, signedOut, tokenSetAside } = auth.actions
