export type KeptCodes = { invitation?: string; setup?: string }

const KEY = 'sign-in codes'

/** For this tab. A browser that stores nothing signs in without them. */
export function keepCodes(codes: KeptCodes): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(codes))
  } catch {}
}

export function keptCodes(): KeptCodes {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
  } catch {
    return {}
  }
}
