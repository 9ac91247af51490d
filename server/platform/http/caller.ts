import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { type Access, mayCall, type Role } from '../../../contract/access.ts'
import { badToken, noToken } from './refusals.ts'

export type Member = {
  id: string
  sessionId: string
  role: Role
  mustConfirm: boolean
  /** When one of them changes, the session may have ended, or the role is another. */
  topics: readonly string[]
  hasExpired(): boolean
}

export type Visitor = { role: 'visitor'; mayRead: boolean; mayReadProfiles: boolean }

export type Caller = Member | Visitor

/** Passed in, because this layer must not import accounts. */
export type Identify = {
  /** Refuses an unknown token. */
  findMember(token: string): Promise<Member>
  findVisitor(): Promise<Visitor>
  /** Undefined if a query is needed. */
  cachedMember(token: string): Member | undefined
  cachedVisitor(): Visitor | undefined
}

const BEARER = /^bearer +(\S+)$/i

/** Every tool can send a bearer token. */
export function tokenIn(headers: IncomingHttpHeaders): string | undefined {
  const token = headers['x-auth-token']
  if (token) return String(token)
  return headers.authorization && BEARER.exec(headers.authorization)?.[1]
}

/** For calls of which some parameters need more rights than others. */
export function requireAccess({ caller, headers }: FastifyRequest, access: Access): void {
  if (!mayCall(access, caller)) throw tokenIn(headers) === undefined ? noToken() : badToken()
}

export function requireMember({ caller, headers }: FastifyRequest): Member {
  if (caller && caller.role !== 'visitor') return caller
  throw tokenIn(headers) === undefined ? noToken() : badToken()
}

export const tokenHash = (token: string) => hash('sha256', token)
