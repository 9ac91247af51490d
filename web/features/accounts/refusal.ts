import type { FieldError } from '../../../contract/errors.ts'
import { formatDay } from '../../ui/dates.ts'

export function refusalIn(errors: FieldError[]): string | undefined {
  const refusal = errors.find(({ field }) => !field)
  if (!refusal || !isSuspension(refusal)) return refusal?.msg
  const end = refusal.suspendedUntil ? ` until ${formatDay(refusal.suspendedUntil)}` : ''
  return `Your account is suspended${end}: ${refusal.msg}`
}

/** Of a link from an email, from a sign-in provider or from the server's first start. */
export function isExpiredLink({ field }: FieldError): boolean {
  return field === 'code'
}

function isSuspension({ suspendedUntil }: FieldError): boolean {
  return suspendedUntil !== undefined
}
