import { MAX_LENGTH, type SOCIAL_NETWORKS } from '../limits.ts'
import { optionalText, textFault } from './fields.ts'
import type { OptionalField } from './form.ts'
import { asSocialAddress, asWebAddress } from './web-address.ts'

export function link(label: string): OptionalField<string | null, string> {
  return addressField(label, asWebAddress)
}

export function socialLink(
  label: string,
  network: (typeof SOCIAL_NETWORKS)[number],
): OptionalField<string | null, string> {
  return { ...addressField(label, (text) => asSocialAddress(text, network)), alsoIn: 'social' }
}

function addressField(
  label: string,
  read: (text: string) => string | undefined,
): OptionalField<string | null, string> {
  return optionalText(label, MAX_LENGTH.link, (text) => {
    const value = read(text)
    if (!value) return { msg: `${label} must be a web address` }
    // Adding `https://` may make the link too long.
    const msg = textFault(label, value, MAX_LENGTH.link)
    return msg ? { msg } : { value }
  })
}

const GITHUB_USERNAME = /^[a-z\d][\w.-]{0,38}$/i

export function isGithubUsername(text: string): boolean {
  return GITHUB_USERNAME.test(text)
}

export function githubUsername(label: string): OptionalField<string | null, string> {
  return optionalText(label, MAX_LENGTH.line, (text) => {
    const value = text.trim().replace(/^@/, '')
    return isGithubUsername(value) ? { value } : { msg: `${label} is not valid` }
  })
}
