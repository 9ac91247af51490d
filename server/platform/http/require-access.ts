import type { FastifyRequest } from 'fastify'
import { type Access, mayCall } from '../../../contract/access.ts'
import { tokenIn } from '../traffic/tokens.ts'
import { badToken, noToken } from './refusals.ts'

/** For calls of which some parameters need more rights than others. */
export function requireAccess({ caller, headers }: FastifyRequest, access: Access): void {
  if (mayCall(access, caller)) return
  throw tokenIn(headers) === undefined ? noToken() : badToken()
}
