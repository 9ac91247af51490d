// A browser may forbid storage altogether; the page then works without memory.

export const TOKEN_KEY = 'token'
/** Where the token waits while the server cannot be asked about it. */
export const SET_ASIDE_KEY = 'token-set-aside'

/** The token to begin with; one that was set aside is worth another try. */
export function storedToken(): string | null {
  return recall('localStorage', TOKEN_KEY) ?? recall('localStorage', SET_ASIDE_KEY)
}

type Kind = 'localStorage' | 'sessionStorage'

export function recall(kind: Kind, key: string): string | null {
  try {
    return globalThis[kind].getItem(key)
  } catch {
    return null
  }
}

/** Keeps the value, or forgets it when it is null. */
export function keep(kind: Kind, key: string, value: string | null): void {
  try {
    if (value === null) globalThis[kind].removeItem(key)
    else globalThis[kind].setItem(key, value)
  } catch {
    // Nothing to be done, and nothing depends on it.
  }
}
