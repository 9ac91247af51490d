import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

export type Trust = (address: string, hop: number) => boolean

const RANGES: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}
// More proxies than anyone has; limits the work on a long list.
const MAX_HOPS = 20

export function readTrust(text: string): false | Trust | undefined {
  if (text === 'off') return false
  if (/^\d{1,2}$/.test(text)) return (_address, hop) => hop < Number(text)
  const networks = new BlockList()
  for (const network of text.split(',').flatMap((name) => RANGES[name.trim()] ?? name.trim())) {
    if (!addNetwork(networks, network)) return undefined
  }
  // One proxy sends nearly all requests, so its result is kept.
  let last = { address: '', isTrusted: false }
  return (address) => {
    if (address !== last.address) last = { address, isTrusted: isWithin(networks, address) }
    return last.isTrusted
  }
}

function isWithin(networks: BlockList, address: string): boolean {
  return isIP(address) !== 0 && networks.check(address, familyOf(address))
}

function addNetwork(networks: BlockList, text: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const version = isIP(address)
  const most = version === 4 ? 32 : 128
  if (version === 0 || Number(bits ?? most) > most) return false
  networks.addSubnet(address, Number(bits ?? most), familyOf(address))
  return true
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

/** The nearest address that is no trusted proxy; if invalid, the proxy's own, so nobody evades limits. */
export function clientAddress({ socket, headers }: IncomingMessage, trust: false | Trust): string {
  let address = socket.remoteAddress ?? ''
  const forwarded = headers['x-forwarded-for']
  if (!trust || typeof forwarded !== 'string') return address
  let end = forwarded.length
  for (let hop = 0; hop < MAX_HOPS && end > 0 && trust(address, hop); hop++) {
    const start = forwarded.lastIndexOf(',', end - 1) + 1
    const named = withoutPort(forwarded.slice(start, end).trim())
    if (!named) return address
    address = named
    end = start - 1
  }
  return address
}

export function cameByHttps({ socket, headers }: IncomingMessage, trust: false | Trust): boolean {
  const proto = headers['x-forwarded-proto']
  if (!trust || typeof proto !== 'string' || !trust(socket.remoteAddress ?? '', 0)) return false
  return proto.slice(proto.lastIndexOf(',') + 1).trim() === 'https'
}

const WITH_PORT = /^(?:\[([\da-f:.]+)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/i

function withoutPort(text: string): string | undefined {
  const [, six, four] = WITH_PORT.exec(text) ?? []
  const address = six ?? four ?? text
  return isIP(address) === 0 ? undefined : address
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Fastify's own `ip` can be anything that a client sends. */
    readonly address: string
  }
}
