import { PAGE_HEADS, type PagePath } from '../../../contract/pages/heads.ts'

export type PageMatch = { page: PagePath; id: string | undefined; path: string }

const patterns = (Object.keys(PAGE_HEADS) as PagePath[]).map((page) => ({
  page,
  pattern: new RegExp(`^${page.replace(':id', '([^/]+)')}/*$`, 'i'),
}))

/** As in the browser, upper case and a slash at the end make no difference. */
export function matchPage(path: string): PageMatch | undefined {
  for (const { page, pattern } of patterns) {
    const found = pattern.exec(path)
    if (!found) continue
    const id = found[1] && decoded(found[1])
    return { page, id, path: id === undefined ? page : page.replace(':id', encodeURIComponent(id)) }
  }
  return undefined
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
