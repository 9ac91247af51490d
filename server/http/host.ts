import type { IncomingMessage } from 'node:http'
import { invalid } from './refusals.ts'

/** HTTP/1.1 demands the header (RFC 9112). Node could refuse by itself, but only with an empty answer. */
export function requireHost({ httpVersion, headers }: IncomingMessage): void {
  if (httpVersion === '1.1' && headers.host === undefined)
    throw invalid({ msg: 'The Host header is missing' })
}
