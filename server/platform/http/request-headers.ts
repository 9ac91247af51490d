import type { IncomingMessage } from 'node:http'
import { cameByHttps, type Trust } from '../traffic/proxies.ts'
import { HSTS } from './security-headers.ts'

/** Response headers that depend on the request: the id that it came with, and HSTS if it came by https. */
export function requestHeaders(
  request: IncomingMessage,
  trust: false | Trust,
  id: () => string,
): [name: string, value: string][] {
  const headers: [string, string][] = []
  if (request.headers['x-request-id']) headers.push(['x-request-id', id()])
  if (cameByHttps(request, trust)) headers.push(['strict-transport-security', HSTS])
  return headers
}
