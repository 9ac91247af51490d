import type { CallName, Calls } from '../../../contract/calls.ts'
import type { FieldError } from '../../../contract/errors.ts'
import {
  type ItemOf,
  nextCursor,
  type Page,
  type PagedName,
  type ResponseOf,
  readJson,
  request,
} from './request.ts'
import { requireList } from './responses.ts'

export { listedErrors, nextCursor, onTokenRefused, reportRefusedToken } from './request.ts'
export { listOf, requireList, requireObject } from './responses.ts'
export { ApiError, unexpectedResponse, unreachable } from './results.ts'
export type { FieldError, ItemOf, Page, ResponseOf }

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never
type ParamsOf<Name extends CallName> = Record<Names<Name>, string>

type BodyOf<Name extends CallName> = Calls[Name] extends { body: { fields: infer Fields } }
  ? { [Key in keyof Fields]?: unknown }
  : never

type QueryOf<Name extends CallName> = Calls[Name] extends { paged: true }
  ? never
  : Calls[Name] extends { query: { fields: infer Fields } }
    ? Parameters<keyof Fields>
    : never

type Parameters<Name extends PropertyKey> = { [Key in Name]?: string } | [Name & string, string][]

type FiltersOf<Name extends CallName> = Calls[Name] extends { query: { fields: infer Fields } }
  ? Parameters<Exclude<keyof Fields, 'limit' | 'cursor'>>
  : never

type Sent<Name extends CallName> = {
  signal?: AbortSignal
  token?: string
  keepalive?: boolean
} & ([Names<Name>] extends [never] ? { params?: never } : { params: ParamsOf<Name> }) &
  ([BodyOf<Name>] extends [never] ? { body?: never } : { body: BodyOf<Name> }) &
  ([QueryOf<Name>] extends [never] ? { query?: never } : { query: QueryOf<Name> })

let token: string | null = null

export function sendToken(next: string | null): void {
  token = next
}

const withToken = (sent: { token?: string; hasTimeOut?: boolean }) => ({
  ...sent,
  token: sent.token ?? token,
})

export async function call<Name extends CallName>(name: Name, sent: Sent<Name>): Promise<ResponseOf<Name>> {
  return (await readJson(await request(name, withToken(sent)))) as ResponseOf<Name>
}

export async function callOnly<Name extends CallName>(name: Name, sent: Sent<Name>): Promise<null> {
  await request(name, withToken(sent))
  return null
}

/** For a large file: there is no limit to the time that it takes. */
export function callFile<Name extends CallName>(name: Name, sent: Sent<Name>): Promise<Response> {
  return request(name, withToken({ ...sent, hasTimeOut: false }))
}

export async function callPage<Name extends PagedName>(
  name: Name,
  { filters, ...sent }: Sent<Name> & { cursor?: string | null; limit?: number; filters?: FiltersOf<Name> },
): Promise<Page<ItemOf<Name>>> {
  const response = await request(name, withToken({ ...sent, query: filters }))
  const items = requireList((await readJson(response)) as ItemOf<Name>[])
  return { items, next: nextCursor(response.headers.get('link')) }
}
