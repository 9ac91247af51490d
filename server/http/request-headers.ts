import type { IncomingMessage } from 'node:http'
import { cameByHttps, type Trust } from './proxies.ts'
import type { RequestLog } from './request-log.ts'
import { HSTS } from './security-headers.ts'

/** What only this request's answer bears: the id that its sender gave it, and the demand for https. */
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

/** The same as the lines of a head. */
export function headerLinesFor(request: IncomingMessage, trust: false | Trust, log: RequestLog): string {
  let lines = ''
  for (const [name, value] of requestHeaders(request, trust, () => log.newId(request))) {
    lines += `${name}: ${value}\r\n`
  }
  return lines
}
