import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'
import { API_HEADERS } from '../cache/http-response.ts'
import { cameByHttps, type Trust } from '../traffic/proxies.ts'

const HSTS = 'max-age=31536000; includeSubDomains'

/** For scripts, styles and fonts, which are no documents: the others would be a kilobyte with each of them. */
export const ASSET_HEADERS: Record<string, string> = {
  ...API_HEADERS,
  'cross-origin-resource-policy': 'same-origin',
}

/** The headers of pages. Helmet computes the same ones for every response, so they are computed once. */
export function pageHeaders(avatarUrl: string): Record<string, string> {
  const headers: Record<string, string> = {
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  }
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value
    },
    removeHeader: () => {},
  }
  const apply = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', new URL(avatarUrl).origin],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // Only for requests that came by https; see requestHeaders.
    hsts: false,
    // Avatars come from another site, which need not have opted in.
    crossOriginEmbedderPolicy: false,
  })
  apply({} as IncomingMessage, response as unknown as ServerResponse, () => {})
  return headers
}

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
