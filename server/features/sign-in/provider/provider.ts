import type { Configuration } from 'openid-client'
import type { ProviderSettings } from '../../../platform/process/provider-settings.ts'
import type { Settings } from '../../../platform/process/settings.ts'
import { githubProtocol } from './github.ts'
import { openIdProtocol } from './open-id.ts'
import type { Client, Identity, Protocol } from './protocol.ts'

export type Attempt = { state: string; nonce: string; verifier: string }

export type Providers = ReadonlyMap<string, Provider>

export const createProviders = ({ providers }: Settings): Providers =>
  new Map(providers.map((settings) => [settings.id, new Provider(settings)]))

/** Configured when it is first used, so that a provider that is down affects nothing else. */
export class Provider {
  readonly settings: ProviderSettings
  readonly #protocol: Protocol
  #configured: Promise<Configuration> | undefined

  constructor(settings: ProviderSettings) {
    this.settings = settings
    this.#protocol = settings.kind === 'github' ? githubProtocol(settings) : openIdProtocol(settings)
  }

  async begin(origin: string): Promise<{ url: URL; attempt: Attempt }> {
    const client = await import('openid-client')
    const configuration = await this.#configure(client)
    const attempt = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    }
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: `${origin}/sign-in/${this.settings.id}/return`,
      scope: this.#protocol.scope,
      state: attempt.state,
      ...(this.#protocol.hasIdToken && { nonce: attempt.nonce }),
      code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
    })
    return { url, attempt }
  }

  async finish(returnedTo: URL, { state, nonce, verifier }: Attempt): Promise<Identity> {
    const client = await import('openid-client')
    const configuration = await this.#configure(client)
    const { hasIdToken } = this.#protocol
    const tokens = await client.authorizationCodeGrant(configuration, returnedTo, {
      expectedState: state,
      pkceCodeVerifier: verifier,
      idTokenExpected: hasIdToken,
      ...(hasIdToken && { expectedNonce: nonce }),
    })
    return this.#protocol.identify(client, configuration, tokens)
  }

  /** If it fails, the next sign-in tries again. */
  #configure(client: Client): Promise<Configuration> {
    this.#configured ??= this.#protocol.configure(client).catch((error) => {
      this.#configured = undefined
      throw error
    })
    return this.#configured
  }
}
