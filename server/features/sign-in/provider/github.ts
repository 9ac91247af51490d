import type { GithubSettings } from '../../../platform/process/provider-settings.ts'
import { type Protocol, textIn } from './protocol.ts'

const TIMEOUT = 5

type GithubUser = { id?: unknown; login?: unknown; name?: unknown }
type GithubEmail = { email?: unknown; primary?: unknown; verified?: unknown }

/** OAuth without OpenID Connect: who it is comes from the API. The token is used for that, and not kept. */
export function githubProtocol(settings: GithubSettings): Protocol {
  const { issuer, url, apiUrl, clientId, clientSecret } = settings
  return {
    scope: 'read:user user:email',
    hasIdToken: false,

    async configure(client) {
      const server = {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/access_token`,
      }
      const configuration = new client.Configuration(server, clientId, clientSecret)
      configuration.timeout = TIMEOUT
      if (issuer.startsWith('http:')) client.allowInsecureRequests(configuration)
      return configuration
    },

    async identify(client, configuration, { access_token: token }) {
      const read = async (path: string): Promise<unknown> => {
        const headers = new Headers({ accept: 'application/vnd.github+json' })
        const address = new URL(`${apiUrl}${path}`)
        const response = await client.fetchProtectedResource(
          configuration,
          token,
          address,
          'GET',
          null,
          headers,
        )
        if (!response.ok) throw new Error(`GitHub returned ${response.status} for ${path}`)
        return response.json()
      }
      const { id, login, name } = (await read('/user')) as GithubUser
      const username = textIn(login)
      if (!Number.isSafeInteger(id) || username === undefined) throw new Error('GitHub named nobody')
      const emails = (await read('/user/emails?per_page=100')) as GithubEmail[]
      const primary = emails.find((email) => email.primary === true)
      return {
        issuer,
        // People may change their name there, and others may take it.
        subject: String(id),
        email: textIn(primary?.email),
        emailVerified: primary?.verified === true,
        name: textIn(name) ?? username,
        account: `${url}/${username}`,
      }
    },
  }
}
