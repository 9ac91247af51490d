import { hash } from 'node:crypto'
import type { Settings } from '../../platform/process/settings.ts'

/** The form in which emails are compared; Gravatar hashes the same one. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

export const avatarHash = (email: string) => hash('sha256', emailKey(email))

/** The avatar is an uploaded picture, whose path is stored, or the one of the avatar service. */
export function avatarUrl({ avatarUrl }: Settings, avatarHash: string): string {
  if (avatarHash.startsWith('/')) return avatarHash
  return `${avatarUrl}/${avatarHash}?s=200&r=pg&d=404`
}
