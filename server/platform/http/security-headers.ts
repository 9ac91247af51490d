import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'
import { API_HEADERS } from '../cache/api-headers.ts'

/**
 * Helmet's headers are the same for all responses, so they are computed once. Computing them for each request
 * would cost more than sending a cached answer.
 */
export function securityHeaders(avatarUrl: string): Record<string, string> {
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
    // Set by a hook, only for requests that came by https.
    hsts: false,
    // Avatars come from another site, which need not have opted in.
    crossOriginEmbedderPolicy: false,
  })
  apply({} as IncomingMessage, response as unknown as ServerResponse, () => {})
  return headers
}

/** For scripts, styles and fonts, which are no documents: the others would be a kilobyte with each of them. */
export const ASSET_HEADERS: Record<string, string> = {
  ...API_HEADERS,
  'cross-origin-resource-policy': 'same-origin',
}

export const HSTS = 'max-age=31536000; includeSubDomains'
