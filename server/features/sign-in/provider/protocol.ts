import type { Configuration, TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client'
import type { Role } from '../../../../contract/access.ts'

export type Identity = {
  issuer: string
  subject: string
  email: string | undefined
  emailVerified: boolean
  name: string | undefined
  /** The address of the account, if it is on a code host. */
  account?: string
  /** Undefined if the provider does not set roles. */
  role?: Role
}

export type Client = typeof import('openid-client')
type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers

/** What differs between kinds of providers. */
export type Protocol = {
  scope: string
  hasIdToken: boolean
  configure(client: Client): Promise<Configuration>
  identify(client: Client, configuration: Configuration, tokens: Tokens): Promise<Identity>
}

export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
