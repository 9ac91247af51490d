import { hash } from 'node:crypto'
import type { Encoding } from './encodings.ts'

/** The methods that only read, for routes that accept both. */
export const READING = ['GET', 'HEAD']

const ENCODINGS: Encoding[] = ['br', 'gzip']

/** The common part of the tags of a content; equal for equal content. */
export function contentTag(content: string | Buffer): string {
  return hash('sha1', content, 'base64url')
}

/** The entity tag (RFC 9110): strong, so each encoding of a content has its own. */
export function entityTag(tag: string, encoding?: Encoding): string {
  return encoding ? `"${tag}-${encoding}"` : `"${tag}"`
}

/** Whether a client has the content already, in whichever encoding it was sent. */
export function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  return [undefined, ...ENCODINGS].some((encoding) => ifNoneMatch.includes(entityTag(tag, encoding)))
}
