import type { Attempt } from './provider.ts'

const NAME = 'sign-in'
const LIFETIME = 600

/** `connect` is the code of a member who adds an account at the provider to theirs. */
type Started = Attempt & { provider: string; connect: string | undefined }

/** Binds a sign-in to its browser and provider: nobody can make it finish one that it did not start. */
export function attemptCookie(started: Started, isSecure: boolean): string {
  const { provider, state, nonce, verifier, connect = '' } = started
  return signInCookie([provider, state, nonce, verifier, connect].join('.'), LIFETIME, isSecure)
}

export function readAttempt(header: string | undefined, isSecure: boolean): Started | undefined {
  const [provider, state, nonce, verifier, connect] = readSignInCookie(header, isSecure)?.split('.') ?? []
  if (!provider || !state || !nonce || !verifier) return undefined
  return { provider, state, nonce, verifier, connect: connect || undefined }
}

// The prefix keeps other hosts from setting it.
const nameOf = (isSecure: boolean) => (isSecure ? `__Host-${NAME}` : NAME)

export function signInCookie(value: string, maxAge: number, isSecure: boolean): string {
  const secure = isSecure ? '; Secure' : ''
  return `${nameOf(isSecure)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`
}

export function readSignInCookie(header: string | undefined, isSecure: boolean): string | undefined {
  const prefix = `${nameOf(isSecure)}=`
  const found = header?.split(/; */).find((each) => each.startsWith(prefix))
  return found?.slice(prefix.length)
}
