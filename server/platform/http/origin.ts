import type { IncomingMessage } from 'node:http'
import type { Settings } from '../process/settings.ts'
import { cameByHttps } from './client-address.ts'
import { invalid } from './refusals.ts'

const HOST = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i

/** Empty if an HTTP/1.0 client sent no Host header. */
export function originOf(
  request: IncomingMessage,
  { publicUrl, trustProxy }: Pick<Settings, 'publicUrl' | 'trustProxy'>,
): string {
  if (publicUrl) return publicUrl
  const { host } = request.headers
  if (host === undefined) return ''
  if (!HOST.test(host)) throw invalid({ msg: 'The Host header is not valid' })
  return `${cameByHttps(request, trustProxy) ? 'https' : 'http'}://${host.toLowerCase()}`
}
