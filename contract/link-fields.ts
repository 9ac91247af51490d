import { optionalText } from './fields.ts'
import type { Field } from './form.ts'
import { MAX_LENGTH } from './limits.ts'

export function link(label: string): Field<string | null> {
  return optionalText(label, MAX_LENGTH.link, (text) => {
    const value = asWebAddress(text.trim())
    return value ? { value } : { msg: `${label} must be a web address` }
  })
}

// A name that starts with @ may contain dots; without the @, dots mean a host name.
const BARE_NAME = /^(?:@([\w.-]+)|([\w-]+))$/

/** A link to a social network. A bare user name is appended to the network's address. */
export function socialLink(label: string, network: string): Field<string | null> {
  const address = link(label)
  return {
    ...address,
    read(input) {
      const [, mentioned, plain] = typeof input === 'string' ? (BARE_NAME.exec(input.trim()) ?? []) : []
      const name = mentioned ?? plain
      return address.read(name ? `${network}${name}` : input)
    },
  }
}

const SCHEME = /^[a-z][a-z\d+.-]*:/i
const HOST_AND_PORT = /^[^/:]+:\d+(?:[/?#]|$)/

/** The text as an http(s) address, adding the scheme if it is missing; undefined if it is not one. */
function asWebAddress(text: string): string | undefined {
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

const GITHUB_USERNAME = /^[a-z\d][\w.-]{0,38}$/i

export function isGithubUsername(text: string): boolean {
  return GITHUB_USERNAME.test(text)
}

export function githubUsername(label: string): Field<string | null> {
  return optionalText(label, MAX_LENGTH.line, (text) => {
    const value = text.trim().replace(/^@/, '')
    return isGithubUsername(value) ? { value } : { msg: `${label} is not valid` }
  })
}
