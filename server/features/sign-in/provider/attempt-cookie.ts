import type { Attempt } from './provider.ts'

const NAME = 'sign-in'
const LIFETIME = 600

/** Binds a sign-in to its browser: nobody can make it finish a sign-in that it did not start. */
export function attemptCookie({ state, nonce, verifier }: Attempt, isSecure: boolean): string {
  return signInCookie(`${state}.${nonce}.${verifier}`, LIFETIME, isSecure)
}

export function readAttempt(header: string | undefined, isSecure: boolean): Attempt | undefined {
  const [state, nonce, verifier] = readSignInCookie(header, isSecure)?.split('.') ?? []
  return state && nonce && verifier ? { state, nonce, verifier } : undefined
}

// The prefix keeps other hosts from setting it.
const nameOf = (isSecure: boolean) => (isSecure ? `__Host-${NAME}` : NAME)

export function signInCookie(value: string, maxAge: number, isSecure: boolean): string {
  const secure = isSecure ? '; Secure' : ''
  return `${nameOf(isSecure)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`
}

export function readSignInCookie(header: string | undefined, isSecure: boolean): string | undefined {
  const prefix = `${nameOf(isSecure)}=`
  const cookie = header?.split(/; */).find((pair) => pair.startsWith(prefix))
  return cookie?.slice(prefix.length)
}
