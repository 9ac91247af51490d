import type { IncomingHttpHeaders } from 'node:http'

const BEARER = /^bearer +(\S+)$/i

/** Every tool can send a bearer token. */
export function tokenIn(headers: IncomingHttpHeaders): string | undefined {
  const token = headers['x-auth-token']
  if (token) return String(token)
  return headers.authorization && BEARER.exec(headers.authorization)?.[1]
}
