import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'
import { API_HEADERS } from '../cache/cached-response.ts'

/** Scripts, styles and fonts need no headers of documents, about a kilobyte. */
export const ASSET_HEADERS: Record<string, string> = {
  ...API_HEADERS,
  'cross-origin-resource-policy': 'same-origin',
}

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
    hsts: false,
    // Avatars come from a site that need not have opted in.
    crossOriginEmbedderPolicy: false,
  })
  apply({} as IncomingMessage, response as unknown as ServerResponse, () => {})
  return headers
}
