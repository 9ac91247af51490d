import type { FastifyRequest } from 'fastify'
import { NewProfile, ProfileChanges } from '../../contract/profiles.ts'
import { refuseOrphans } from '../accounts/orphans.ts'
import { type Awaitable, after } from '../awaitable.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/database.ts'
import { FreshCache } from '../fresh-cache.ts'
import { Refusal, requireFound } from '../http/refusals.ts'
import type { Serve } from '../http/serve.ts'
import { tokenIn } from '../http/tokens.ts'
import { asId } from '../ids.ts'
import { ProfileAnswers } from './answers.ts'
import {
  addEducation,
  addExperience,
  hasProfile,
  NO_PROFILE,
  removeCredential,
  saveProfile,
} from './queries.ts'

export function profileRoutes(serve: Serve, context: Context): void {
  const { db, cache, settings, repos, replica } = context
  const own = new ProfileAnswers(db, cache, settings)
  const copied = replica && new ProfileAnswers(replica.db, new FreshCache(replica.db.changes), settings)

  /** Visitors may read from the replica; a member reads where they write, and so sees what they wrote. */
  const forReader = <T>(
    request: FastifyRequest,
    read: (answers: ProfileAnswers) => Awaitable<T>,
  ): Awaitable<T> => {
    const fresh = (answers: ProfileAnswers) =>
      after(answers.cache.refreshFor(request.raw), () => read(answers))
    if (!copied || !replica.usable || tokenIn(request.headers)) return fresh(own)
    return Promise.resolve(fresh(copied)).catch((error) => {
      // Whatever is wrong with it, such as a schema that has not arrived yet, the primary may do better.
      if (error instanceof Refusal) throw error
      replica.distrust()
      return fresh(own)
    })
  }

  const requireAnswer = (answers: ProfileAnswers, userId: string, missing: string) =>
    after(answers.one(userId), (answer) => requireFound(answer, missing))

  /** The profile as it is after a write of this request. */
  const requireProfile = async (userId: string) => {
    await cache.refreshAfterWrite()
    return requireAnswer(own, userId, NO_PROFILE)
  }

  serve('GET /api/profile', ({ request, page }) => forReader(request, (answers) => answers.page(page)))

  serve('GET /api/profile/me', ({ member }) => requireAnswer(own, member.id, NO_PROFILE))

  serve('GET /api/profile/user/:id', ({ request, params }) => {
    const id = requireFound(asId(params.id), 'Profile not found')
    return forReader(request, (answers) => requireAnswer(answers, id, 'Profile not found'))
  })

  serve('GET /api/profile/github/:username', ({ params }) => repos.latestRepos(params.username))

  serve(
    'POST /api/profile',
    async ({ member, body }) => {
      await db.transaction((trx) => saveProfile(trx, member.id, body))
      return requireProfile(member.id)
    },
    { form: async (member) => ((await hasProfile(db.kysely, member.id)) ? ProfileChanges : NewProfile) },
  )

  const add = async (userId: string, work: (trx: Queryable) => Promise<void>) => {
    await refuseOrphans(db, userId, NO_PROFILE, () => db.transaction(work))
    return requireProfile(userId)
  }

  serve('PUT /api/profile/experience', ({ member, body }) =>
    add(member.id, (trx) => addExperience(trx, member.id, body)),
  )

  serve('PUT /api/profile/education', ({ member, body }) =>
    add(member.id, (trx) => addEducation(trx, member.id, body)),
  )

  const remove = async (table: 'experience' | 'education', userId: string, id: string, missing: string) => {
    const credentialId = requireFound(asId(id), missing)
    const removed = await db.transaction((trx) => removeCredential(trx, table, userId, credentialId))
    requireFound(removed || undefined, missing)
    return requireProfile(userId)
  }

  serve('DELETE /api/profile/experience/:id', ({ member, params }) =>
    remove('experience', member.id, params.id, 'Experience not found'),
  )

  serve('DELETE /api/profile/education/:id', ({ member, params }) =>
    remove('education', member.id, params.id, 'Education not found'),
  )
}
