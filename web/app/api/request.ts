import type { Static, TSchema } from 'typebox'
import type { CallName, Calls } from '../../../contract/calls.ts'
import type { FieldError } from '../../../contract/errors.ts'
import type { Form, FormInput } from '../../../contract/fields/form.ts'
import { ApiError, unexpectedResponse, unreachable } from './results.ts'

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type ParamsPart<Name extends CallName> = [Names<Name>] extends [never]
  ? { params?: never }
  : { params: Record<Names<Name>, string> }

type BodyPart<Name extends CallName> = Calls[Name] extends { body: infer Body extends Form }
  ? { body: FormInput<Body> }
  : { body?: never }

/** Pairs where a parameter may be repeated. */
type Query<Key extends string> = { [Name in Key]?: string } | [Key, string][]
type QueryPart<Name extends CallName> = Calls[Name] extends { query: { fields: infer Fields } }
  ? { query?: Query<Exclude<keyof Fields & string, 'limit' | 'cursor'>> }
  : { query?: never }

type PagePart<Name extends CallName> = Name extends PagedName
  ? { limit?: number; cursor?: string | null }
  : { limit?: never; cursor?: never }

type Parts<Name extends CallName> = { token?: string; keepalive?: boolean } & ParamsPart<Name> &
  BodyPart<Name> &
  QueryPart<Name> &
  PagePart<Name>

type Nothing = ReturnType<() => void>

/** What a call takes: nothing, if it needs neither parameters nor a body. */
export type ArgOf<Name extends CallName, More = unknown> =
  Record<never, never> extends Parts<Name> & More ? (Parts<Name> & More) | Nothing : Parts<Name> & More

export type PagedName = { [Name in CallName]: Calls[Name] extends { paged: true } ? Name : never }[CallName]

export type ResponseOf<Name extends CallName> = Calls[Name]['response'] extends infer Schema extends TSchema
  ? Static<Schema>
  : never

export type Page<Item> = { items: Item[]; next: string | null }
export type ItemOf<Name extends PagedName> = ResponseOf<Name> extends (infer Item)[] ? Item : never

export type Sent = {
  params?: Record<string, string>
  query?: Record<string, string> | [string, string][]
  limit?: number
  cursor?: string | null
  body?: unknown
  token?: string | null
  keepalive?: boolean
  signal?: AbortSignal
  hasTimeOut?: boolean
}

const TIME_OUT = 30_000

let refused: (token: string) => void = () => {}

/** On a 401. Only `GET /api/auth` decides whether the token is really invalid. */
export function onTokenRefused(listener: (token: string) => void): void {
  refused = listener
}

/** For a 401 that did not come through this file. */
export function reportRefusedToken(token: string): void {
  refused(token)
}

export async function request(name: CallName, sent: Sent): Promise<Response> {
  let response: Response
  try {
    response = await send(name, sent)
  } catch {
    throw unreachable()
  }
  if (response.ok) return response
  if (response.status === 401 && sent.token && name !== 'GET /api/auth') refused(sent.token)
  throw await failure(response)
}

function send(name: CallName, sent: Sent): Promise<Response> {
  const { body, token, signal, keepalive, hasTimeOut = true } = sent
  const method = name.slice(0, name.indexOf(' '))
  const headers: Record<string, string> = {}
  if (token) headers['x-auth-token'] = token
  if (method !== 'GET') headers['content-type'] = 'application/json'
  const signals = [...(signal ? [signal] : []), ...(hasTimeOut ? [AbortSignal.timeout(TIME_OUT)] : [])]
  return fetch(addressOf(name, sent), {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.any(signals),
    keepalive,
  })
}

function addressOf(name: CallName, { params, query, limit, cursor }: Sent): string {
  const template = name.slice(name.indexOf('/'))
  const path = template.replace(/:(\w+)/g, (_, param) => encodeURIComponent(params?.[param] ?? ''))
  const search = new URLSearchParams(query)
  if (limit) search.set('limit', String(limit))
  if (cursor) search.set('cursor', cursor)
  return search.size > 0 ? `${path}?${search}` : path
}

export async function readJson(response: Response): Promise<unknown> {
  const text = await response.text().catch(() => {
    throw unreachable()
  })
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    throw unexpectedResponse()
  }
}

export function nextCursor(link: string | null): string | null {
  const address = link?.match(/<([^>]*)>\s*;[^,]*\brel="?next"?/)?.[1]
  return address ? new URL(address, 'http://localhost').searchParams.get('cursor') : null
}

async function failure(response: Response): Promise<ApiError> {
  // HTTP/2 has no status text.
  const statusText = response.statusText || `Status ${response.status}`
  const body: unknown = await response.json().catch(() => null)
  return new ApiError(response.status, statusText, listedErrors(body) ?? [{ msg: statusText }])
}

/** A proxy may respond with a body that is not ours. */
export function listedErrors(body: unknown): FieldError[] | undefined {
  const errors = (body as { errors?: unknown } | null)?.errors
  if (!Array.isArray(errors) || errors.length === 0) return undefined
  return errors.every((error) => typeof error?.msg === 'string') ? errors : undefined
}
