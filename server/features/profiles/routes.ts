import { NewProfile, ProfileChanges } from '../../../contract/profiles.ts'
import type { App } from '../../context.ts'
import type { Queryable } from '../../database/database.ts'
import { asId } from '../../ids.ts'
import { notFound, requireFound } from '../../platform/http/refusals.ts'
import { clientOf } from '../../platform/http/slots.ts'
import { refuseMissingParent, requireActive } from '../accounts/active-member.ts'
import { type Kind, rerenderOldTexts } from '../markdown/old-texts.ts'
import type { Renderer } from '../markdown/renderer.ts'
import { topicOf } from '../topics.ts'
import { keepPictures } from '../used-pictures.ts'
import { requireCachedProfile } from './cached-profiles.ts'
import { addCredentials, removeCredential, updateCredential } from './credentials.ts'
import { projectRoutes } from './projects/routes.ts'
import { findContact, hasProfile, PROFILE_NOT_FOUND, saveProfile } from './queries.ts'
import { RepoHost } from './repos.ts'
import { resumeRoutes } from './resume/routes.ts'

const topics: Kind['topics'] = ({ user_id = '' }) => [topicOf.profile(user_id)]
const TEXTS_OF_PROFILES: Kind[] = [
  { table: 'profiles', key: ['user_id'], text: 'bio', topics },
  { table: 'projects', key: ['user_id', 'id'], text: 'description', topics },
]

const NOT_FOUND = { experience: 'Experience not found', education: 'Education not found' }

export function addProfiles({ serve, context }: App, renderer: Renderer): void {
  const { db, cache } = context
  rerenderOldTexts(context, renderer, 're-render profiles', TEXTS_OF_PROFILES)
  const repos = new RepoHost(context)

  const requireChangedProfile = async (userId: string) => {
    await cache.checkAfterWrite()
    return requireCachedProfile(context, userId)
  }

  serve('GET /api/profile/me', ({ member }) => requireCachedProfile(context, member.id))

  serve('GET /api/profile/user/:id', async ({ params }) => {
    const id = requireFound(asId(params.id), 'Profile not found')
    return requireCachedProfile(context, id, 'Profile not found')
  })

  serve('GET /api/profile/user/:id/contact', async ({ params }) => {
    const id = requireFound(asId(params.id), 'Profile not found')
    return requireFound(await findContact(db.kysely, id), 'Profile not found')
  })

  serve('GET /api/profile/github/:username', ({ request, params }) =>
    repos.latestRepos(params.username, clientOf(request).name),
  )

  serve(
    'POST /api/profile',
    async ({ request, member, body }) => {
      const author = { id: member.id, address: request.address }
      const bio = body.bio === undefined ? undefined : await renderer.render(author, body.bio)
      if (body.bio) await keepPictures(db, body.bio)
      const isSaved = await db.transaction(async (trx) => {
        await requireActive(trx, member.id)
        return saveProfile(trx, member.id, body, bio?.stored)
      })
      if (!isSaved) throw notFound(PROFILE_NOT_FOUND)
      return requireChangedProfile(member.id)
    },
    { form: async (member) => ((await hasProfile(db.kysely, member.id)) ? ProfileChanges : NewProfile) },
  )

  const add = async (userId: string, credentials: Parameters<typeof addCredentials>[2]) => {
    await refuseMissingParent(db, userId, PROFILE_NOT_FOUND, () =>
      db.transaction(async (trx) => {
        await requireActive(trx, userId)
        await addCredentials(trx, userId, credentials)
      }),
    )
    return requireChangedProfile(userId)
  }

  serve('PUT /api/profile/experience', ({ member, body }) =>
    add(member.id, { table: 'experience', fields: [body] }),
  )
  serve('PUT /api/profile/education', ({ member, body }) =>
    add(member.id, { table: 'education', fields: [body] }),
  )

  const change = async (
    table: keyof typeof NOT_FOUND,
    userId: string,
    id: string,
    write: (trx: Queryable, id: string) => Promise<boolean>,
  ) => {
    const credentialId = requireFound(asId(id), NOT_FOUND[table])
    const isChanged = await db.transaction(async (trx) => {
      await requireActive(trx, userId)
      return write(trx, credentialId)
    })
    if (!isChanged) throw notFound(NOT_FOUND[table])
    return requireChangedProfile(userId)
  }

  serve('PUT /api/profile/experience/:id', ({ member, params, body }) =>
    change('experience', member.id, params.id, (trx, id) =>
      updateCredential(trx, member.id, id, { table: 'experience', fields: body }),
    ),
  )
  serve('PUT /api/profile/education/:id', ({ member, params, body }) =>
    change('education', member.id, params.id, (trx, id) =>
      updateCredential(trx, member.id, id, { table: 'education', fields: body }),
    ),
  )
  serve('DELETE /api/profile/experience/:id', ({ member, params }) =>
    change('experience', member.id, params.id, (trx, id) =>
      removeCredential(trx, 'experience', member.id, id),
    ),
  )
  serve('DELETE /api/profile/education/:id', ({ member, params }) =>
    change('education', member.id, params.id, (trx, id) => removeCredential(trx, 'education', member.id, id)),
  )

  resumeRoutes(serve, context, renderer)
  projectRoutes(serve, db, renderer, requireChangedProfile)
}
