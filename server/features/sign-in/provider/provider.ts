import type { Configuration } from 'openid-client'
import type { Settings } from '../../../platform/process/settings.ts'

type ProviderSettings = NonNullable<Settings['oidc']>

export type Identity = {
  issuer: string
  subject: string
  email: string | undefined
  emailVerified: boolean
  name: string | undefined
}

export type Attempt = { state: string; nonce: string; verifier: string }

/** Discovered when it is first used, so that a provider that is down affects nothing else. */
export class Provider {
  readonly #settings: ProviderSettings
  #discovered: Promise<Configuration> | undefined

  constructor(settings: ProviderSettings) {
    this.#settings = settings
  }

  async begin(redirectUri: string): Promise<{ url: URL; attempt: Attempt }> {
    const client = await import('openid-client')
    const configuration = await this.#discover()
    const attempt = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    }
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
    })
    return { url, attempt }
  }

  async finish(returnedTo: URL, { state, nonce, verifier }: Attempt): Promise<Identity> {
    const client = await import('openid-client')
    const configuration = await this.#discover()
    const tokens = await client.authorizationCodeGrant(configuration, returnedTo, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('The provider sent no ID token')
    if (claims.sub.trim() === '') throw new Error('The provider sent an empty subject')
    // Most providers put the email into the ID token, some only into the user info.
    const more = claims.email
      ? claims
      : await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
    return {
      issuer: claims.iss,
      subject: claims.sub,
      email: textIn(more.email),
      emailVerified: more.email_verified === true,
      name: textIn(more.name) ?? textIn(more.preferred_username),
    }
  }

  /** If discovery fails, the next sign-in tries again. */
  #discover(): Promise<Configuration> {
    this.#discovered ??= this.#discoverNow().catch((error) => {
      this.#discovered = undefined
      throw error
    })
    return this.#discovered
  }

  async #discoverNow(): Promise<Configuration> {
    const client = await import('openid-client')
    const { issuer, clientId, clientSecret } = this.#settings
    // By itself, the library trusts ID tokens that come over TLS and does not verify their signatures.
    const execute = [client.enableNonRepudiationChecks]
    // For a provider on the same machine.
    if (issuer.startsWith('http:')) execute.push(client.allowInsecureRequests)
    return client.discovery(new URL(issuer), clientId, clientSecret, undefined, { execute, timeout: 5 })
  }
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
