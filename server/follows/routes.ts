import { tagText } from '../../contract/queries.ts'
import { refuseMissingParent } from '../accounts/missing-parent.ts'
import type { Context } from '../context.ts'
import type { Serve } from '../http/handler.ts'
import { invalid, requireFound } from '../http/refusals.ts'
import { asId } from '../ids.ts'
import { findMember } from '../members/queries.ts'
import { audienceFinder } from '../notifications/audience.ts'
import { tell } from '../notifications/tell.ts'
import { presentSummary } from '../people/present.ts'
import { asTag } from '../writing/tag-name.ts'
import {
  findFollowedPeople,
  findFollowedTags,
  followPerson,
  followTag,
  forgetFollows,
  unfollowPerson,
  unfollowTag,
} from './queries.ts'

const NO_PERSON = 'There is no such person'

export function followRoutes(serve: Serve, context: Context): void {
  const { db, settings, accountParts } = context
  const audience = audienceFinder(context)
  accountParts.push(forgetFollows)

  const requirePerson = async (text: string) => {
    const id = requireFound(asId(text), NO_PERSON)
    return requireFound(await findMember(db.kysely, id), NO_PERSON)
  }

  serve('GET /api/follows', async ({ member }) => {
    const people = await findFollowedPeople(db.kysely, member.id)
    const tags = await findFollowedTags(db.kysely, member.id)
    return { people: people.map((person) => presentSummary(settings, person)), tags }
  })

  serve('PUT /api/follows/people/:id', async ({ member, params }) => {
    const { id, suspended_until } = await requirePerson(params.id)
    requireFound(suspended_until === null || undefined, NO_PERSON)
    if (id === member.id) throw invalid({ msg: 'You cannot follow yourself' })
    const told = await audience([
      { to: id, kind: 'follow', subject: id, post: null, comment: null, by: member.id },
    ])
    await refuseMissingParent(db, member.id, NO_PERSON, () =>
      db.transaction(async (trx) => {
        if (await followPerson(trx, member.id, id)) await tell(trx, told)
      }),
    )
    return { msg: 'Followed' }
  })

  serve('DELETE /api/follows/people/:id', async ({ member, params }) => {
    const { id } = await requirePerson(params.id)
    await db.transaction((trx) => unfollowPerson(trx, member.id, id))
    return { msg: 'Unfollowed' }
  })

  serve('PUT /api/follows/tags/:tag', async ({ member, params }) => {
    const tag = requireTag(params.tag)
    await refuseMissingParent(db, member.id, '', () =>
      db.transaction((trx) => followTag(trx, member.id, tag)),
    )
    return { msg: 'Followed' }
  })

  serve('DELETE /api/follows/tags/:tag', async ({ member, params }) => {
    const tag = requireTag(params.tag)
    await db.transaction((trx) => unfollowTag(trx, member.id, tag))
    return { msg: 'Unfollowed' }
  })
}

function requireTag(text: string): string {
  const tag = asTag(tagText(text))
  if (tag === undefined) throw invalid({ msg: 'Tag is not valid', field: 'tag' })
  return tag
}
