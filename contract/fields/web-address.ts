import type { SOCIAL_NETWORKS } from '../limits.ts'

// The server checks input with these rules, and the page checks links from any server.

const PROFILE_PREFIXES: Record<(typeof SOCIAL_NETWORKS)[number], string> = {
  twitter: 'https://twitter.com/',
  facebook: 'https://facebook.com/',
  youtube: 'https://youtube.com/@',
  linkedin: 'https://linkedin.com/in/',
  instagram: 'https://instagram.com/',
}

// A name that starts with @ may contain dots; without the @, dots mean a host name.
const BARE_NAME = /^(?:@([\w.-]{1,100})|([\w-]{1,100}))$/

export function asSocialAddress(text: string, network: keyof typeof PROFILE_PREFIXES): string | undefined {
  const [, nameAfterAt, plainName] = BARE_NAME.exec(text.trim()) ?? []
  const name = nameAfterAt ?? plainName
  return asWebAddress(name ? PROFILE_PREFIXES[network] + name : text)
}

const SCHEME = /^[a-z][a-z\d+.-]*:/i
const HOST_AND_PORT = /^[^/:]+:\d+(?:[/?#]|$)/

export function asWebAddress(input: string): string | undefined {
  const text = input.trim()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these from addresses, which hides schemes
  if (/[\s\\\x00-\x1f\x7f]/.test(text)) return undefined
  // Bidirectional control characters can make an address look like a different one.
  if (/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(text)) return undefined
  const hasScheme = SCHEME.test(text) && !HOST_AND_PORT.test(text)
  if (hasScheme && !/^https?:\/\//i.test(text)) return undefined
  const address = hasScheme ? text : `https://${text.replace(/^\/\//, '')}`
  const url = URL.parse(address)
  if (!url || url.username || url.password) return undefined
  // Without a scheme, a single word is more likely a user name than a host.
  return hasScheme || url.hostname.includes('.') ? address : undefined
}
