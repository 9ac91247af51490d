import { NewProfile, Profile, ProfileChanges } from '../../contract/profiles.ts'
import { after } from '../awaitable.ts'
import type { Context } from '../context.ts'
import type { Topic } from '../database/changes.ts'
import { ListAnswers } from '../http/list-answers.ts'
import { splitPage } from '../http/paging.ts'
import { PreparedAnswer } from '../http/prepared-answer.ts'
import { requireFound } from '../http/refusals.ts'
import { serialise } from '../http/serialise.ts'
import type { Serve } from '../http/serve.ts'
import { asId } from '../ids.ts'
import {
  addEducation,
  addExperience,
  findProfiles,
  hasProfile,
  listProfiles,
  NO_PROFILE,
  removeCredential,
  saveProfile,
} from './queries.ts'

const topicOf = (userId: string): Topic => `profile:${userId}`
const userIdOf = (topic: Topic) => topic.slice('profile:'.length)

export function profileRoutes(serve: Serve, context: Context): void {
  const { db, cache, settings, repos } = context

  const developers = new ListAnswers(cache, {
    topic: 'profiles',
    path: '/api/profile',
    async keys(page) {
      const { shown, next } = splitPage(await listProfiles(db.kysely, page), page)
      return { topics: shown.map((row) => topicOf(row.user_id)), next }
    },
    async entries(missing) {
      const profiles = await db.snapshot((trx) => findProfiles(trx, settings, missing.map(userIdOf)))
      return new Map(
        [...profiles].map(([id, profile]) => [topicOf(id), Buffer.from(serialise(Profile, profile))]),
      )
    },
  })

  const findAnswer = (userId: string) =>
    cache.get(
      topicOf(userId),
      'answer',
      async () => {
        const profiles = await db.snapshot((trx) => findProfiles(trx, settings, [userId]))
        const profile = profiles.get(userId)
        return profile && new PreparedAnswer(serialise(Profile, profile))
      },
      (answer) => answer?.bytes.length ?? 0,
    )

  const requireAnswer = (userId: string, missing: string) =>
    after(findAnswer(userId), (answer) => requireFound(answer, missing))

  /** The profile as it is after a write of this request. */
  const requireProfile = async (userId: string) => {
    await cache.refreshAfterWrite()
    return requireAnswer(userId, NO_PROFILE)
  }

  serve('GET /api/profile', ({ page }) => developers.page(page))

  serve('GET /api/profile/me', ({ member }) => requireAnswer(member.id, NO_PROFILE))

  serve('GET /api/profile/user/:id', ({ params }) =>
    requireAnswer(requireFound(asId(params.id), 'Profile not found'), 'Profile not found'),
  )

  serve('GET /api/profile/github/:username', ({ params }) => repos.latestRepos(params.username))

  serve(
    'POST /api/profile',
    async ({ member, body }) => {
      await db.transaction((trx) => saveProfile(trx, member.id, body))
      return requireProfile(member.id)
    },
    { form: async (member) => ((await hasProfile(db.kysely, member.id)) ? ProfileChanges : NewProfile) },
  )

  serve('PUT /api/profile/experience', async ({ member, body }) => {
    await db.transaction((trx) => addExperience(trx, member.id, body))
    return requireProfile(member.id)
  })

  serve('PUT /api/profile/education', async ({ member, body }) => {
    await db.transaction((trx) => addEducation(trx, member.id, body))
    return requireProfile(member.id)
  })

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
