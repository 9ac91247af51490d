import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { countByAddress, PROVIDER_SIGN_INS } from '../../accounts/attempts.ts'
import { CODE_LIFETIME } from '../recovery/codes.ts'
import { attemptCookie, readAttempt, signInCookie } from './attempt-cookie.ts'
import { codeForIdentity } from './identities.ts'
import { Provider } from './provider.ts'

const START = '/sign-in/oidc'
const RETURN = '/sign-in/oidc/return'

export function signInRedirects(app: FastifyInstance, context: Context): void {
  const { db, settings, logger } = context
  if (!settings.oidc) return
  const provider = new Provider(settings.oidc)

  const send = (reply: FastifyReply, to: string, cookie: string) =>
    reply
      .headers({ 'set-cookie': cookie, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .redirect(to, 303)

  /** The login page says that it failed, and the log says why. */
  const orBackToLogin = async (
    request: FastifyRequest,
    reply: FastifyReply,
    work: () => Promise<FastifyReply>,
  ) => {
    try {
      return await work()
    } catch (error) {
      logger.warn({ err: error }, 'a sign-in through the provider failed')
      return send(reply, '/login?problem=provider', signInCookie('', 0, isSecure(request)))
    }
  }

  const isSecure = (request: FastifyRequest) => originOf(request.raw, settings).startsWith('https:')

  app.get(START, (request, reply) =>
    orBackToLogin(request, reply, async () => {
      await countByAddress(context, PROVIDER_SIGN_INS, request.address)
      const { url, attempt } = await provider.begin(`${originOf(request.raw, settings)}${RETURN}`)
      return send(reply, url.href, attemptCookie(attempt, isSecure(request)))
    }),
  )

  app.get(RETURN, (request, reply) =>
    orBackToLogin(request, reply, async () => {
      const attempt = readAttempt(request.headers.cookie, isSecure(request))
      if (!attempt) throw new Error('This browser did not start a sign-in')
      await countByAddress(context, PROVIDER_SIGN_INS, request.address)
      const returnedTo = new URL(request.url, originOf(request.raw, settings))
      const identity = await provider.finish(returnedTo, attempt)
      const secret = randomBytes(32).toString('base64url')
      const code = await db.transaction((trx) => codeForIdentity(trx, identity, secret))
      // No server and no log sees the fragment. The cookie makes it useless in any other browser.
      const cookie = signInCookie(secret, CODE_LIFETIME / 1_000, isSecure(request))
      return send(reply, `/sign-in#${code}`, cookie)
    }),
  )
}
