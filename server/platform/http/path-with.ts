type Filters = Record<string, string | boolean | string[] | number | null>

/** The path of a filtered list, which is the same however the filters were written in the request. */
export function pathWith(path: string, filters: Filters): string {
  const given = Object.entries(filters).flatMap(([name, value]) =>
    value === null ? [] : [value].flat().map((one) => [name, String(one)]),
  )
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}
