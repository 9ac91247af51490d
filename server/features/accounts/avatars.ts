import { hash } from 'node:crypto'
import type { Settings } from '../../platform/process/settings.ts'

/** Gravatar hashes the same form. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

export const avatarHash = (email: string) => hash('sha256', emailKey(email))

/** The hash is the path of an uploaded picture, or belongs to the avatar service. */
export function avatarUrl({ avatarUrl }: Settings, avatarHash: string): string {
  if (avatarHash.startsWith('/')) return avatarHash
  return `${avatarUrl}/${avatarHash}?s=200&r=pg&d=404`
}
