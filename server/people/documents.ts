import { Person } from '../../contract/people.ts'
import { avatarUrl } from '../accounts/avatars.ts'
import { document } from '../answers/document.ts'
import type { Context } from '../context.ts'
import { dateOfId } from '../ids.ts'
import { countPosts, findPeople } from './queries.ts'

export function personDocument({ db, answers, settings }: Context) {
  return document(answers, {
    schema: Person,
    topic: (id) => `user:${id}`,
    load: (ids) =>
      db.snapshot(async (trx) => {
        const people = await findPeople(trx, ids)
        const counts = await countPosts(trx, ids)
        return new Map(
          people.map(({ id, name, avatar_hash, profile_id }) => [
            id,
            {
              _id: id,
              name,
              avatar: avatarUrl(settings, avatar_hash),
              date: dateOfId(id),
              hasProfile: profile_id !== null,
              postCount: counts.get(id) ?? 0,
            },
          ]),
        )
      }),
    dependsOn: ({ _id }) => [`profile:${_id}`, `posts-of:${_id}`],
  })
}
