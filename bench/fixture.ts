const MEMBERS = 32
const POSTS = 1_000

export type Fixture = { tokens: string[]; postIds: string[]; userIds: string[] }

export async function createFixture(base: string): Promise<Fixture> {
  const tokens: string[] = []
  for (let n = 0; n < MEMBERS; n++) tokens.push(await register(base, n))
  const postIds: string[] = []
  let path: string | undefined = '/api/posts?limit=100'
  while (path && postIds.length < POSTS) {
    const page: Page<{ _id: string }> = await fetchPage(`${base}${path}`, tokens[0])
    postIds.push(...page.items.map(({ _id }) => _id))
    path = page.next
  }
  const profiles = await fetchPage<{ user: { _id: string } }>(`${base}/api/profile?limit=20`)
  return { tokens, postIds, userIds: profiles.items.map(({ user }) => user._id) }
}

async function register(base: string, n: number): Promise<string> {
  const email = `reader-${n}-${Date.now()}@example.org`
  const response = await fetch(`${base}/api/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: `Reader ${n}`, email, password: 'developer' }),
  })
  if (!response.ok) throw new Error(`POST /api/users returned ${response.status}.`)
  return ((await response.json()) as { token: string }).token
}

export type Page<Item> = { items: Item[]; next: string | undefined }

export async function fetchPage<Item>(url: string, token?: string): Promise<Page<Item>> {
  const headers: Record<string, string> = token ? { 'x-auth-token': token } : {}
  const response = await fetch(url, { headers })
  if (!response.ok) throw new Error(`${url} returned ${response.status}.`)
  const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  return { items: (await response.json()) as Item[], next }
}
