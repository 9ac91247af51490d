import { tagText } from '../../../../contract/fields/queries.ts'
import type { Context } from '../../../context.ts'
import type { Serve } from '../../../platform/http/handler.ts'
import { invalid, Refusal } from '../../../platform/http/refusals.ts'
import { refuseMissingParent, requireActive } from '../../accounts/active-member.ts'
import { isBlockedBy } from '../../accounts/blocks/queries.ts'
import { PERSON_NOT_FOUND, requireActivePerson, requirePerson } from '../../accounts/members/queries.ts'
import { presentSummary } from '../../accounts/present.ts'
import { notify } from '../../notifications/notify.ts'
import { findFollowedTags } from '../../posts/feed/following.ts'
import { asTag } from '../../tags/tag-names.ts'
import {
  endFollowsBetween,
  findFollowedPeople,
  followPerson,
  followTag,
  forgetFollows,
  unfollowPerson,
  unfollowTag,
} from './queries.ts'

const blocked = () => new Refusal(403, [{ msg: 'This person has blocked you' }])

export function followRoutes(serve: Serve, context: Context): void {
  const { db, settings, accountDeletionSteps, onBlock } = context
  accountDeletionSteps.push(forgetFollows)
  onBlock.push(endFollowsBetween)

  serve('GET /api/follows', async ({ member }) => {
    const people = await findFollowedPeople(db.kysely, member.id)
    const tags = await findFollowedTags(db.kysely, member.id)
    return { people: people.map((person) => presentSummary(settings, person)), tags }
  })

  serve('PUT /api/follows/people/:id', async ({ member, params }) => {
    const { id } = await requireActivePerson(db.kysely, params.id)
    if (id === member.id) throw invalid({ msg: 'You cannot follow yourself' })
    await refuseMissingParent(db, member.id, PERSON_NOT_FOUND, () =>
      db.transaction(async (trx) => {
        await requireActive(trx, member.id)
        if (await isBlockedBy(trx, id, member.id)) throw blocked()
        if (!(await followPerson(trx, member.id, id))) return
        await notify(trx, settings, [
          { recipient: id, kind: 'follow', subject: id, post: null, comment: null, actor: member.id },
        ])
      }),
    )
    return { msg: 'Followed' }
  })

  serve('DELETE /api/follows/people/:id', async ({ member, params }) => {
    const { id } = await requirePerson(db.kysely, params.id)
    await db.transaction(async (trx) => {
      await requireActive(trx, member.id)
      await unfollowPerson(trx, member.id, id)
    })
    return { msg: 'Unfollowed' }
  })

  serve('PUT /api/follows/tags/:tag', async ({ member, params }) => {
    const tag = requireTag(params.tag)
    await db.transaction(async (trx) => {
      await requireActive(trx, member.id)
      await followTag(trx, member.id, tag)
    })
    return { msg: 'Followed' }
  })

  serve('DELETE /api/follows/tags/:tag', async ({ member, params }) => {
    const tag = requireTag(params.tag)
    await db.transaction(async (trx) => {
      await requireActive(trx, member.id)
      await unfollowTag(trx, member.id, tag)
    })
    return { msg: 'Unfollowed' }
  })
}

function requireTag(text: string): string {
  const tag = asTag(tagText(text))
  if (tag === undefined) throw invalid({ msg: 'Tag is not valid', field: 'tag' })
  return tag
}
