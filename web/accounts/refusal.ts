import type { FieldError } from '../client.ts'
import { formatDay } from '../dates.ts'

/** Why nobody was signed in, in a sentence: a suspended person is told so, and until when. */
export function refusalIn(errors: FieldError[]): string | undefined {
  const refusal = errors.find(({ field }) => !field)
  if (!refusal || !isSuspension(refusal)) return refusal?.msg
  const end = refusal.suspendedUntil ? ` until ${formatDay(refusal.suspendedUntil)}` : ''
  return `Your account is suspended${end}: ${refusal.msg}`
}

export function isSuspension({ suspendedUntil }: FieldError): boolean {
  return suspendedUntil !== undefined
}
