import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { countByAddress, PROVIDER_SIGN_INS } from '../../accounts/attempts.ts'
import { CODE_LIFETIME, redeemCode } from '../recovery/codes.ts'
import { attemptCookie, readAttempt, signInCookie } from './attempt-cookie.ts'
import { codeForIdentity } from './identities.ts'
import type { Provider, Providers } from './provider.ts'

export function signInRedirects(app: FastifyInstance, context: Context, providers: Providers): void {
  for (const provider of providers.values()) addRedirects(app, context, provider)
}

function addRedirects(app: FastifyInstance, context: Context, provider: Provider): void {
  const { db, settings, logger } = context
  const { id } = provider.settings

  const send = (reply: FastifyReply, to: string, cookie: string) =>
    reply
      .headers({ 'set-cookie': cookie, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .redirect(to, 303)

  const isSecure = (request: FastifyRequest) => originOf(request.raw, settings).startsWith('https:')
  const attemptOf = (request: FastifyRequest) => readAttempt(request.headers.cookie, isSecure(request))

  /** The page says that it failed, and the log says why. */
  const orBack = async (request: FastifyRequest, reply: FastifyReply, work: () => Promise<FastifyReply>) => {
    const page = attemptOf(request)?.connect ? '/settings' : '/login'
    try {
      return await work()
    } catch (error) {
      logger.warn({ err: error, provider: id }, 'a sign-in through the provider failed')
      return send(reply, `${page}?problem=provider`, signInCookie('', 0, isSecure(request)))
    }
  }

  app.get(`/sign-in/${id}`, (request, reply) =>
    orBack(request, reply, async () => {
      await countByAddress(context, PROVIDER_SIGN_INS, request.address)
      const { url, attempt } = await provider.begin(originOf(request.raw, settings))
      const started = { ...attempt, provider: id, connect: undefined }
      return send(reply, url.href, attemptCookie(started, isSecure(request)))
    }),
  )

  app.get(`/sign-in/${id}/return`, (request, reply) =>
    orBack(request, reply, async () => {
      const attempt = attemptOf(request)
      if (attempt?.provider !== id) throw new Error('This browser did not start a sign-in')
      await countByAddress(context, PROVIDER_SIGN_INS, request.address)
      const returnedTo = new URL(request.url, originOf(request.raw, settings))
      const identity = await provider.finish(returnedTo, attempt)
      const secret = randomBytes(32).toString('base64url')
      const code = await db.transaction(async (trx) => {
        const connect =
          attempt.connect === undefined ? null : await redeemCode(trx, 'connect', attempt.connect)
        return codeForIdentity(trx, { provider: id, identity, connect }, secret)
      })
      // No server and no log sees the fragment. The cookie makes it useless in any other browser.
      const cookie = signInCookie(secret, CODE_LIFETIME / 1_000, isSecure(request))
      return send(reply, `/sign-in${attempt.connect ? '?to=settings' : ''}#${code}`, cookie)
    }),
  )
}
