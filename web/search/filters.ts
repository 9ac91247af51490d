// Everything that a search asks for is in the address, so a search can be sent to someone.

const PEOPLE = ['q', 'skill', 'status', 'location'] as const
const POSTS = ['q', 'tag', 'author', 'question', 'solved'] as const

export type PostFilter = (typeof POSTS)[number]

/** The filters of people in an address, as pairs, because skills may be repeated. */
export const peopleFilters = (params: URLSearchParams) => given(params, PEOPLE)
export const postFilters = (params: URLSearchParams) => given(params, POSTS)

function given<Name extends string>(params: URLSearchParams, names: readonly Name[]): [Name, string][] {
  return names.flatMap((name) =>
    params
      .getAll(name)
      .filter((value) => value.trim() !== '')
      .map((value): [Name, string] => [name, value]),
  )
}

/** Texts that are the same to a search. */
export const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** The address of this page with another query. */
function addressWith(query: URLSearchParams): string {
  return query.size > 0 ? `${location.pathname}?${query}` : location.pathname
}

/** With this value instead of another one; without any if it is empty. */
export function withValue(params: URLSearchParams, name: string, value: string): string {
  const next = new URLSearchParams(params)
  if (value) next.set(name, value)
  else next.delete(name)
  return addressWith(next)
}

/** With one more value. */
export function withAnother(params: URLSearchParams, name: string, value: string): string {
  const next = new URLSearchParams(params)
  next.append(name, value)
  return addressWith(next)
}

/** Without this value. */
export function without(params: URLSearchParams, name: string, value: string): string {
  const others = [...params].filter(([key, known]) => key !== name || !isSame(known, value))
  return addressWith(new URLSearchParams(others))
}

/** Without any of these. */
export function withoutAll(params: URLSearchParams, names: readonly string[]): string {
  return addressWith(new URLSearchParams([...params].filter(([name]) => !names.includes(name))))
}
