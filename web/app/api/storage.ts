// A browser may forbid storage; the page then works without it.

export const TOKEN_KEY = 'token'
/** For a token that the server cannot check at the moment. */
export const SET_ASIDE_KEY = 'token-set-aside'

/** A token that was set aside is tried again. */
export function storedToken(): string | null {
  return readStorage('localStorage', TOKEN_KEY) ?? readStorage('localStorage', SET_ASIDE_KEY)
}

const DRAFT = 'draft:'

export const draftKey = (userId: string | undefined, name: string) => `${DRAFT}${userId}:${name}`

export function removeDrafts(): void {
  try {
    const drafts = Object.keys(sessionStorage).filter((key) => key.startsWith(DRAFT))
    for (const key of drafts) sessionStorage.removeItem(key)
  } catch {}
}

type Kind = 'localStorage' | 'sessionStorage'

export function readStorage(kind: Kind, key: string): string | null {
  try {
    return globalThis[kind].getItem(key)
  } catch {
    return null
  }
}

export function writeStorage(kind: Kind, key: string, value: string | null): void {
  try {
    if (value === null) globalThis[kind].removeItem(key)
    else globalThis[kind].setItem(key, value)
  } catch {}
}
