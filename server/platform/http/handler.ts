import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { CallName, Calls } from '../../../contract/calls.ts'
import type { Form, FormValue } from '../../../contract/fields/form.ts'
import type { CachedResponse } from '../cache/cached-response.ts'
import type { Member } from './caller.ts'
import type { Page } from './paging.ts'

export abstract class Streamed {
  abstract send(request: FastifyRequest, reply: FastifyReply, cacheControl: string): Promise<void>
}

type ParamsOf<Name extends string> = Name extends `${string}:${infer Param}/${infer Rest}`
  ? Record<Param, string> & ParamsOf<Rest>
  : Name extends `${string}:${infer Param}`
    ? Record<Param, string>
    : unknown

type Input<Name extends CallName> = {
  request: FastifyRequest
  params: ParamsOf<Name>
} & MemberOf<Calls[Name]['access']> &
  (Calls[Name] extends { body: infer F extends Form } ? { body: BodyOf<F> } : unknown) &
  (Calls[Name] extends { bytes: object } ? { bytes: Buffer } : unknown) &
  (Calls[Name] extends { query: infer F extends Form } ? { query: FormValue<F> } : unknown) &
  (Calls[Name] extends { paged: true } ? { page: Page } : unknown)

type MemberOf<A> = A extends 'anyone' | 'profile-reader'
  ? unknown
  : { member: A extends 'reader' ? Member | undefined : Member }

type BodyOf<F extends Form> = F['partial'] extends true ? Partial<FormValue<F>> : FormValue<F>

type Result<Name extends CallName> = Calls[Name] extends { stream: string }
  ? Streamed
  : Static<Calls[Name]['response']> | CachedResponse

type Handler<Name extends CallName> = (input: Input<Name>) => Promise<Result<Name>>

type Options = {
  form?: (member: Member) => Promise<Form>
}

export type Serve = <Name extends CallName>(name: Name, handler: Handler<Name>, options?: Options) => void

export type AnyInput = {
  request: FastifyRequest
  params: unknown
  member: unknown
  query: unknown
  page: unknown
  body?: unknown
  bytes?: Buffer
}
export type AnyHandler = (input: AnyInput) => Promise<unknown>

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: CallName
  }
}
