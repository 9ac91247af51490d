import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

const CLIENT = { id: 'connector', secret: 'a-secret-of-the-connector' }

/** What the provider tells about people, by the name with which they sign in there. */
export type Claims = { email?: string; email_verified?: boolean; name?: string }

/** A real OpenID Connect provider with a login form, at a port of its own. */
export class SignInProvider {
  readonly people = new Map<string, Claims>()
  #server: Server | undefined
  port = 0

  get issuer(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get settings(): Record<string, string> {
    return {
      OIDC_ISSUER: this.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: 'Contoso',
    }
  }

  /** Finds a free port, so that the issuer is known before the provider starts. */
  async reservePort(): Promise<void> {
    const probe = createServer()
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
    this.port = (probe.address() as AddressInfo).port
    await new Promise((resolve) => probe.close(resolve))
  }

  async start(siteOrigin: string): Promise<void> {
    const provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [`${siteOrigin}/sign-in/oidc/return`],
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      cookies: { keys: ['only for tests'] },
      findAccount: (_context, id) => ({
        accountId: id,
        claims: async () => ({ sub: id, ...this.people.get(id) }),
      }),
    })
    provider.on('server_error', (_context, error) => console.error(error))
    this.#server = createServer(provider.callback())
    await new Promise<void>((resolve) => this.#server?.listen(this.port, '127.0.0.1', resolve))
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections()
    await new Promise((resolve) => this.#server?.close(resolve))
    this.#server = undefined
  }
}
