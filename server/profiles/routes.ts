import type { FastifyRequest } from 'fastify'
import { NewProfile, ProfileChanges } from '../../contract/profiles.ts'
import { refuseMissingParent } from '../accounts/missing-parent.ts'
import { AnswerCache } from '../answers/cache.ts'
import { type Awaitable, mapAwaitable } from '../awaitable.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/database.ts'
import type { Serve } from '../http/handler.ts'
import { Refusal, requireFound } from '../http/refusals.ts'
import { tokenIn } from '../http/tokens.ts'
import { asId } from '../ids.ts'
import { type ProfileDocuments, profileDocuments } from './documents.ts'
import { addEducation, addExperience, hasProfile, removeCredential, saveProfile } from './queries.ts'
import { RepoHost } from './repos.ts'

const NO_PROFILE = 'There is no profile for this user'

export function profileRoutes(serve: Serve, context: Context): void {
  const { db, answers, settings, replica } = context
  const repos = new RepoHost(settings, db)
  const onPrimary = profileDocuments(db, answers, settings)
  const onReplica = replica && profileDocuments(replica.db, new AnswerCache(replica.db.changes), settings)

  /** Visitors may read from the replica; members read where they write, and so see what they wrote. */
  const readFor = <T>(
    request: FastifyRequest,
    read: (documents: ProfileDocuments) => Awaitable<T>,
  ): Awaitable<T> => {
    const readFrom = (documents: ProfileDocuments) =>
      mapAwaitable(documents.watch.checkFor(request.raw), () => read(documents))
    if (!onReplica || !replica.usable || tokenIn(request.headers)) return readFrom(onPrimary)
    return Promise.resolve(readFrom(onReplica)).catch((error) => {
      // Whatever is wrong with it, such as a schema that has not arrived yet, the primary may do better.
      if (error instanceof Refusal) throw error
      replica.distrust()
      return readFrom(onPrimary)
    })
  }

  const requireAnswer = ({ profile }: ProfileDocuments, userId: string, missing: string) =>
    mapAwaitable(profile.answer(userId), (answer) => requireFound(answer, missing))

  /** The profile as it is after a write of this request. */
  const requireProfile = async (userId: string) => {
    await answers.watch.checkAfterWrite()
    return requireAnswer(onPrimary, userId, NO_PROFILE)
  }

  serve('GET /api/profile', ({ request, page }) =>
    readFor(request, ({ profiles }) => profiles(undefined, page)),
  )

  serve('GET /api/profile/me', ({ member }) => requireAnswer(onPrimary, member.id, NO_PROFILE))

  serve('GET /api/profile/user/:id', ({ request, params }) => {
    const id = requireFound(asId(params.id), 'Profile not found')
    return readFor(request, (documents) => requireAnswer(documents, id, 'Profile not found'))
  })

  serve('GET /api/profile/github/:username', ({ params }) => repos.latestRepos(params.username))

  serve(
    'POST /api/profile',
    async ({ member, body }) => {
      const isSaved = await db.transaction((trx) => saveProfile(trx, member.id, body))
      requireFound(isSaved || undefined, NO_PROFILE)
      return requireProfile(member.id)
    },
    { form: async (member) => ((await hasProfile(db.kysely, member.id)) ? ProfileChanges : NewProfile) },
  )

  const add = async (userId: string, work: (trx: Queryable) => Promise<void>) => {
    await refuseMissingParent(db, userId, NO_PROFILE, () => db.transaction(work))
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
