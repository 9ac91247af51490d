// A browser may forbid storage; the page then works without it.

export const TOKEN_KEY = 'token'
/** The key of a token that was set aside while the server cannot check it. */
export const SET_ASIDE_KEY = 'token-set-aside'

/** The initial token; one that was set aside is tried again. */
export function storedToken(): string | null {
  return readStorage('localStorage', TOKEN_KEY) ?? readStorage('localStorage', SET_ASIDE_KEY)
}

type Kind = 'localStorage' | 'sessionStorage'

export function readStorage(kind: Kind, key: string): string | null {
  try {
    return globalThis[kind].getItem(key)
  } catch {
    return null
  }
}

/** Stores the value, or removes it if it is null. */
export function writeStorage(kind: Kind, key: string, value: string | null): void {
  try {
    if (value === null) globalThis[kind].removeItem(key)
    else globalThis[kind].setItem(key, value)
  } catch {
    // Storage is optional.
  }
}
