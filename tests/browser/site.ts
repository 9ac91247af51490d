import { type BuiltServer, startServer } from '../../test-support/built-server.ts'

export function startSite(codeHost: string): Promise<BuiltServer> {
  return startServer({
    DATABASE_URL: 'sqlite::memory:',
    GITHUB_API_URL: codeHost,
    AVATAR_URL: `${codeHost}/avatar`,
  })
}
