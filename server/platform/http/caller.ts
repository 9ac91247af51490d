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
  topics: readonly string[]
  hasExpired(): boolean
}

export type Visitor = { role: 'visitor'; mayRead: boolean; mayReadProfiles: boolean }

export type Caller = Member | Visitor

export type Identify = {
  findMember(token: string): Promise<Member>
  findVisitor(): Promise<Visitor>
  cachedMember(token: string): Member | undefined
  cachedVisitor(): Visitor | undefined
}

const BEARER = /^bearer +(\S+)$/i

export function tokenIn(headers: IncomingHttpHeaders): string | undefined {
  const token = headers['x-auth-token']
  if (token) return String(token)
  return headers.authorization && BEARER.exec(headers.authorization)?.[1]
}

export function requireAccess({ caller, headers }: FastifyRequest, access: Access): void {
  if (!mayCall(access, caller)) throw tokenIn(headers) === undefined ? noToken() : badToken()
}

export function requireMember({ caller, headers }: FastifyRequest): Member {
  if (caller && caller.role !== 'visitor') return caller
  throw tokenIn(headers) === undefined ? noToken() : badToken()
}

export const tokenHash = (token: string) => hash('sha256', token)
