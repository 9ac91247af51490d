import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import Provider from 'oidc-provider'
import { freePort } from '../test-support/free-port.ts'

const KEY = 'the key of the provider'
const CLIENT = { id: 'connector', secret: 'a-secret-of-the-connector' }

export const ROLE_CLAIMS = ['groups', 'https://contoso.example/roles']

export type Claims = { email?: string; email_verified?: boolean; name?: string; [claim: string]: unknown }

/** A real OpenID Connect provider with a login form, on a separate port. */
export class SignInProvider {
  readonly people = new Map<string, Claims>()
  /** Changes the claims of the next ID tokens, or signs them with a foreign key. */
  forge: { claims?: Record<string, unknown>; withForeignKey?: boolean } | undefined
  /** As in the address of the sign-in, and as the prefix of the settings. */
  readonly id: string
  #server: Server | undefined
  port = 0

  constructor(id = 'oidc') {
    this.id = id
  }

  get issuer(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get settings(): Record<string, string> {
    const prefix = this.id.toUpperCase().replace('-', '_')
    return {
      [`${prefix}_ISSUER`]: this.issuer,
      [`${prefix}_CLIENT_ID`]: CLIENT.id,
      [`${prefix}_CLIENT_SECRET`]: CLIENT.secret,
      [`${prefix}_NAME`]: this.id === 'oidc' ? 'Contoso' : `Contoso ${this.id}`,
    }
  }

  /** The issuer must be known before the provider starts. */
  async reservePort(): Promise<void> {
    this.port = await freePort()
  }

  async start(siteOrigin: string): Promise<void> {
    const { privateKey } = newKeys()
    const foreignKey = newKeys().privateKey
    const provider = new Provider(this.issuer, {
      jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: KEY }] },
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [`${siteOrigin}/sign-in/${this.id}/return`],
        },
      ],
      claims: { openid: ['sub', ...ROLE_CLAIMS], email: ['email', 'email_verified'], profile: ['name'] },
      cookies: { keys: ['only for tests'] },
      findAccount: (_context, id) => ({
        accountId: id,
        claims: async () => ({ sub: id, ...this.people.get(id) }),
      }),
    })
    provider.use(async (context, next) => {
      await next()
      if (!this.forge || context.oidc?.route !== 'token') return
      const body = context.body as { id_token: string }
      const [, payload = ''] = body.id_token.split('.')
      const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...this.forge.claims }
      body.id_token = signed(claims, this.forge.withForeignKey ? foreignKey : privateKey)
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

const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

function signed(claims: object, key: KeyObject): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const content = `${encode({ alg: 'RS256', kid: KEY })}.${encode(claims)}`
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`
}
