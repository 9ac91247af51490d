import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'

/** An IPv4 address, or the /64 network that one IPv6 customer gets. */
export function addressGroup(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  if (!isIPv6(ip)) return ip
  const [head = '', tail = ''] = ip.split('%')[0]?.split('::') ?? []
  const before = head.split(':').filter(Boolean)
  const after = tail.split(':').filter(Boolean)
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  const groups = ip.includes('::') ? [...before, ...zeros, ...after] : before
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')
}

export type Trust = (address: string, hop: number) => boolean

const RANGES: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}
const MAX_HOPS = 20

export function readTrust(text: string): false | Trust | undefined {
  if (text === 'off') return false
  if (/^\d{1,2}$/.test(text)) return (_address, hop) => hop < Number(text)
  const networks = new BlockList()
  for (const network of text.split(',').flatMap((name) => RANGES[name.trim()] ?? name.trim())) {
    if (!addNetwork(networks, network)) return undefined
  }
  return (address) => isIP(address) !== 0 && networks.check(address, familyOf(address))
}

function addNetwork(networks: BlockList, text: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const version = isIP(address)
  const maxBits = version === 4 ? 32 : 128
  if (version === 0 || Number(bits ?? maxBits) > maxBits) return false
  networks.addSubnet(address, Number(bits ?? maxBits), familyOf(address))
  return true
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

/** The nearest address that is no trusted proxy, or the proxy of an invalid one, so nobody evades limits. */
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
  const [, ipv6, ipv4] = WITH_PORT.exec(text) ?? []
  const address = ipv6 ?? ipv4 ?? text
  return isIP(address) === 0 ? undefined : address
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Fastify's `ip` can be anything that a client sends. */
    readonly address: string
  }
}
