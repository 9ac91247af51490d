import type { Static, TSchema } from 'typebox'
import type { CallName, Calls } from '../../../contract/calls.ts'
import type { FieldError } from '../../../contract/errors.ts'
import type { Field } from '../../../contract/fields/form.ts'

export type { FieldError }

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never
type ParamsOf<Name extends CallName> = Record<Names<Name>, string>

// Bodies contain text as typed; the server converts it to the type of the field.
type Typed<F> = F extends Field<infer Value> ? Value | string : never
type BodyOf<Name extends CallName> = Calls[Name] extends { body: { fields: infer Fields } }
  ? { [Key in keyof Fields]?: Typed<Fields[Key]> }
  : never

// For pages of lists, use `callPage`.
type QueryOf<Name extends CallName> = Calls[Name] extends { paged: true }
  ? never
  : Calls[Name] extends { query: { fields: infer Fields } }
    ? Parameters<keyof Fields>
    : never

type Parameters<Name extends PropertyKey> = { [Key in Name]?: string } | [Name & string, string][]

type FiltersOf<Name extends CallName> = Calls[Name] extends { query: { fields: infer Fields } }
  ? Parameters<Exclude<keyof Fields, 'limit' | 'cursor'>>
  : never

type PagedName = { [Name in CallName]: Calls[Name] extends { paged: true } ? Name : never }[CallName]

export type ResponseOf<Name extends CallName> = Calls[Name]['response'] extends infer Schema extends TSchema
  ? Static<Schema>
  : never

type Sent<Name extends CallName> = {
  signal?: AbortSignal
  token?: string
  keepalive?: boolean
} & ([Names<Name>] extends [never] ? { params?: never } : { params: ParamsOf<Name> }) &
  ([BodyOf<Name>] extends [never] ? { body?: never } : { body: BodyOf<Name> }) &
  ([QueryOf<Name>] extends [never] ? { query?: never } : { query: QueryOf<Name> })

/** Status 0 means no response at all. */
export class ApiError extends Error {
  readonly status: number
  readonly statusText: string
  readonly errors: FieldError[]

  constructor(status: number, statusText: string, errors: FieldError[]) {
    super(errors[0]?.msg ?? statusText)
    this.status = status
    this.statusText = statusText
    this.errors = errors
  }
}

const TIME_OUT = 30_000

let token: string | null = null
let refused: (token: string) => void = () => {}

export function sendToken(next: string | null): void {
  token = next
}

/** On a 401. Only `GET /api/auth` decides whether the token is really invalid. */
export function onTokenRefused(listener: (token: string) => void): void {
  refused = listener
}

/** For a 401 that did not come through this file. */
export function reportRefusedToken(token: string): void {
  refused(token)
}

export async function call<Name extends CallName>(name: Name, sent: Sent<Name>): Promise<ResponseOf<Name>> {
  const query = sent.query ? `?${new URLSearchParams(sent.query)}` : ''
  const response = await request(name, query, sent)
  return readJson(response)
}

export async function callOnly<Name extends CallName>(name: Name, sent: Sent<Name>): Promise<null> {
  await request(name, '', sent)
  return null
}

/** For a large file: there is no limit to the time that it takes. */
export function callFile<Name extends CallName>(name: Name, sent: Sent<Name>): Promise<Response> {
  return request(name, '', { ...sent, hasTimeOut: false })
}

export type Page<Item> = { items: Item[]; next: string | null }
export type ItemOf<Name extends PagedName> = ResponseOf<Name> extends (infer Item)[] ? Item : never

export async function callPage<Name extends PagedName>(
  name: Name,
  sent: Sent<Name> & { cursor?: string | null; limit?: number; filters?: FiltersOf<Name> },
): Promise<Page<ItemOf<Name>>> {
  const query = new URLSearchParams(sent.filters)
  if (sent.limit) query.set('limit', String(sent.limit))
  if (sent.cursor) query.set('cursor', sent.cursor)
  const response = await request(name, queryOf(query), sent)
  return { items: requireList(await readJson(response)), next: nextCursor(response.headers.get('link')) }
}

const queryOf = (query: URLSearchParams) => (query.size > 0 ? `?${query}` : '')

export function nextCursor(link: string | null): string | null {
  const address = link?.match(/<([^>]*)>\s*;[^,]*\brel="?next"?/)?.[1]
  return address ? new URL(address, 'http://localhost').searchParams.get('cursor') : null
}

type AnySent = {
  signal?: AbortSignal
  token?: string
  keepalive?: boolean
  params?: Record<string, string>
  body?: unknown
  hasTimeOut?: boolean
}

async function request(name: CallName, query: string, sent: AnySent): Promise<Response> {
  const address = addressOf(name, sent) + query
  const sentToken = sent.token ?? token
  let response: Response
  try {
    response = await send(name, address, sent)
  } catch {
    throw unreachable()
  }
  if (response.ok) return response
  if (response.status === 401 && sentToken && name !== 'GET /api/auth') refused(sentToken)
  throw await failure(response)
}

function addressOf(name: CallName, { params }: AnySent): string {
  const template = name.slice(name.indexOf('/'))
  return template.replace(/:(\w+)/g, (_, param) => encodeURIComponent(params?.[param] ?? ''))
}

function send(name: CallName, address: string, sent: AnySent): Promise<Response> {
  const { body, signal, keepalive, hasTimeOut = true } = sent
  const method = name.slice(0, name.indexOf(' '))
  const sentToken = sent.token ?? token
  const headers: Record<string, string> = {}
  if (sentToken) headers['x-auth-token'] = sentToken
  if (method !== 'GET') headers['content-type'] = 'application/json'
  const signals = [...(signal ? [signal] : []), ...(hasTimeOut ? [AbortSignal.timeout(TIME_OUT)] : [])]
  return fetch(address, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.any(signals),
    keepalive,
  })
}

async function readJson(response: Response) {
  const text = await response.text().catch(() => {
    throw unreachable()
  })
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    throw unexpectedResponse()
  }
}

export function unreachable(): ApiError {
  return new ApiError(0, 'Network Error', [{ msg: "Can't reach the server. Try again." }])
}

export function unexpectedResponse(): ApiError {
  return new ApiError(0, 'Unexpected Response', [{ msg: 'Something went wrong. Try again.' }])
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function requireList<Item>(response: Item[]): Item[] {
  if (!Array.isArray(response) || !response.every(isObject)) throw unexpectedResponse()
  return response
}

export const listOf = <Item>(value: Item[] | null | undefined): Item[] => (Array.isArray(value) ? value : [])

export function requireObject<Value extends object, Key extends keyof Value>(
  response: Value,
  ...fields: Key[]
): Value & { [Field in Key]-?: NonNullable<Value[Field]> } {
  if (!isObject(response) || fields.some((field) => response[field] == null)) throw unexpectedResponse()
  return response as ReturnType<typeof requireObject<Value, Key>>
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
