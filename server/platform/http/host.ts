import type { IncomingMessage } from 'node:http'
import { invalid } from './refusals.ts'

/** HTTP/1.1 requires the header (RFC 9112). Node could check it, but would send an empty response. */
export function requireHost({ httpVersion, headers }: IncomingMessage): void {
  if (httpVersion === '1.1' && headers.host === undefined)
    throw invalid({ msg: 'The Host header is missing' })
}
