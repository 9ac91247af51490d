import type { IncomingHttpHeaders } from 'node:http'

const BEARER = /^bearer +(\S+)$/i

/** The token of a request: from x-auth-token, or else a bearer token, which every tool can send. */
export function tokenIn(headers: IncomingHttpHeaders): string | undefined {
  const token = headers['x-auth-token']
  if (token) return String(token)
  return headers.authorization && BEARER.exec(headers.authorization)?.[1]
}
