import { PEOPLE_FILTERS } from '../../../contract/limits.ts'

// A search is entirely in its address, so that it can be shared.

const POSTS = ['q', 'tag', 'author', 'question', 'solved'] as const

export type PostFilter = (typeof POSTS)[number]

/** Pairs, because skills may be repeated. */
export const peopleFilters = (params: URLSearchParams) => given(params, PEOPLE_FILTERS)
export const postFilters = (params: URLSearchParams) => given(params, POSTS)

function given<Name extends string>(params: URLSearchParams, names: readonly Name[]): [Name, string][] {
  return names.flatMap((name) =>
    params
      .getAll(name)
      .filter((value) => value.trim() !== '')
      .map((value): [Name, string] => [name, value]),
  )
}

export const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

function addressWith(query: URLSearchParams): string {
  return query.size > 0 ? `${location.pathname}?${query}` : location.pathname
}

export function withValue(params: URLSearchParams, name: string, value: string): string {
  const next = new URLSearchParams(params)
  if (value) next.set(name, value)
  else next.delete(name)
  return addressWith(next)
}

export function withAnother(params: URLSearchParams, name: string, value: string): string {
  const next = new URLSearchParams(params)
  next.append(name, value)
  return addressWith(next)
}

export function without(params: URLSearchParams, name: string, value: string): string {
  const others = [...params].filter(([key, known]) => key !== name || !isSame(known, value))
  return addressWith(new URLSearchParams(others))
}

export function withoutAll(params: URLSearchParams, names: readonly string[]): string {
  return addressWith(new URLSearchParams([...params].filter(([name]) => !names.includes(name))))
}
