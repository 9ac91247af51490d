import { ROLES, type Role } from '../../../contract/access.ts'
import {
  type Environment,
  oneOf,
  onOrOff,
  type Read,
  type ReadOptional,
  SettingError,
  webAddress,
} from './setting.ts'

type Client = {
  id: string
  name: string
  issuer: string
  clientId: string
  clientSecret: string | undefined
  /** Whether those who come through it need no approval. */
  trusted: boolean
}
export type OpenIdSettings = Client & { kind: 'openid'; roleClaim: RoleClaim | undefined }
/** Which role a value of the claim gives. */
export type RoleClaim = { name: string; roles: Map<string, Role> }
export type GithubSettings = Client & { kind: 'github'; url: string; apiUrl: string }
export type ProviderSettings = OpenIdSettings | GithubSettings

const ADDRESS = 'an http or https address'
const GITHUB = 'https://github.com'
const MAX_OPENID_PROVIDERS = 5

export function readSignIn(env: Environment, read: Read, readOptional: ReadOptional) {
  const numbers = Array.from({ length: MAX_OPENID_PROVIDERS }, (_, index) => index + 1)
  const providers: ProviderSettings[] = [
    ...readGithub(env, read),
    ...numbers.flatMap((number) => readOpenId(env, read, readOptional, number) ?? []),
  ]
  const issuers = providers.map(({ issuer }) => new URL(issuer).href)
  const repeated = issuers.find((issuer, index) => issuers.indexOf(issuer) !== index)
  if (repeated) throw new SettingError(`Two sign-in providers have the same issuer, ${repeated}.`)
  const passwordSignIn = read('PASSWORD_SIGN_IN', 'on', onOrOff, '"on" or "off"')
  if (!passwordSignIn && providers.length === 0) {
    throw new SettingError('PASSWORD_SIGN_IN can only be off with GITHUB_CLIENT_ID or OIDC_ISSUER.')
  }
  return { providers, passwordSignIn }
}

function readGithub(env: Environment, read: Read): GithubSettings[] {
  const clientId = env.GITHUB_CLIENT_ID?.trim()
  if (!clientId) return []
  const clientSecret = env.GITHUB_CLIENT_SECRET?.trim()
  if (!clientSecret) throw new SettingError('GITHUB_CLIENT_ID needs GITHUB_CLIENT_SECRET.')
  const { url, apiUrl } = githubUrls(read)
  const [kind, id, name] = ['github', 'github', 'GitHub'] as const
  return [
    { kind, id, name, issuer: `${url}/login/oauth`, clientId, clientSecret, trusted: false, url, apiUrl },
  ]
}

/** The API of an enterprise host is its own. */
export function githubUrls(read: Read): { url: string; apiUrl: string } {
  const url = read('GITHUB_URL', GITHUB, webAddress, ADDRESS)
  const usual = url === GITHUB ? 'https://api.github.com' : `${url}/api/v3`
  return { url, apiUrl: read('GITHUB_API_URL', usual, webAddress, ADDRESS) }
}

function readOpenId(
  env: Environment,
  read: Read,
  readOptional: ReadOptional,
  number: number,
): OpenIdSettings | undefined {
  const prefix = number === 1 ? 'OIDC' : `OIDC_${number}`
  const issuer = readOptional(`${prefix}_ISSUER`, webAddress, ADDRESS)
  if (!issuer) return undefined
  const clientId = env[`${prefix}_CLIENT_ID`]?.trim()
  if (!clientId) {
    throw new SettingError(
      `${prefix}_ISSUER needs ${prefix}_CLIENT_ID, the name of this site at the provider.`,
    )
  }
  return {
    kind: 'openid',
    id: number === 1 ? 'oidc' : `oidc-${number}`,
    issuer,
    clientId,
    clientSecret: env[`${prefix}_CLIENT_SECRET`]?.trim() || undefined,
    name: env[`${prefix}_NAME`]?.trim() || new URL(issuer).hostname,
    trusted: read(`${prefix}_TRUSTED`, 'off', onOrOff, '"on" or "off"'),
    roleClaim: readOptional(
      `${prefix}_ROLE_CLAIM`,
      roleClaim,
      `a claim and its values with the roles ${ROLES.join(', ')}, such as groups:admins=admin,mods=moderator`,
    ),
  }
}

/** Names of claims may be addresses, so the name ends at the last colon. */
function roleClaim(text: string): RoleClaim | undefined {
  const end = text.lastIndexOf(':')
  const name = text.slice(0, Math.max(end, 0)).trim()
  const pairs = text.slice(end + 1).split(',')
  const roles = new Map<string, Role>()
  for (const pair of pairs) {
    const separator = pair.lastIndexOf('=')
    const value = pair.slice(0, Math.max(separator, 0)).trim()
    const role = oneOf(ROLES)(pair.slice(separator + 1).trim())
    if (value === '' || role === undefined) return undefined
    roles.set(value, role)
  }
  return name === '' ? undefined : { name, roles }
}
