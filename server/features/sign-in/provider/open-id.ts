import { hasRole, type Role } from '../../../../contract/access.ts'
import type { OpenIdSettings, RoleClaim } from '../../../platform/process/provider-settings.ts'
import { type Protocol, textIn } from './protocol.ts'

/** Accounts of Microsoft have this instead of `email_verified`: the owner of the domain is verified. */
const MICROSOFT_VERIFIED = 'xms_edov'

export function openIdProtocol({ issuer, clientId, clientSecret, roleClaim }: OpenIdSettings): Protocol {
  return {
    scope: 'openid email profile',
    hasIdToken: true,

    configure(client) {
      // By itself, the library trusts ID tokens that come over TLS and does not verify their signatures.
      const execute = [client.enableNonRepudiationChecks]
      // For a provider on the same machine.
      if (issuer.startsWith('http:')) execute.push(client.allowInsecureRequests)
      return client.discovery(new URL(issuer), clientId, clientSecret, undefined, { execute, timeout: 5 })
    },

    async identify(client, configuration, tokens) {
      const claims = tokens.claims()
      if (!claims) throw new Error('The provider sent no ID token')
      if (claims.sub.trim() === '') throw new Error('The provider sent an empty subject')
      // Most providers put everything into the ID token, some only into the user info.
      const isComplete = claims.email && (!roleClaim || Object.hasOwn(claims, roleClaim.name))
      const hasMore = !isComplete && configuration.serverMetadata().userinfo_endpoint !== undefined
      const more = hasMore
        ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : claims
      const { email, email_verified, [MICROSOFT_VERIFIED]: domainVerified } = claims.email ? claims : more
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email: textIn(email),
        emailVerified: email_verified === true || (email_verified === undefined && isTrue(domainVerified)),
        name: textIn(claims.name) ?? textIn(more.name) ?? textIn(more.preferred_username),
        ...(roleClaim && { role: roleIn({ ...more, ...claims }, roleClaim) }),
      }
    },
  }
}

/** Microsoft sends it as 1 as well. */
const isTrue = (value: unknown) => value === true || Number(value) === 1

/** Of several, the highest. */
function roleIn(claims: Record<string, unknown>, { name, roles }: RoleClaim): Role {
  const values = [Object.hasOwn(claims, name) ? claims[name] : undefined].flat()
  return values
    .map((value) => roles.get(String(value)) ?? 'member')
    .reduce((highest, role) => (hasRole(role, highest) ? role : highest), 'member')
}
