import { Person } from '../../contract/people.ts'
import { avatarUrl } from '../accounts/avatars.ts'
import { findByHandles, presentHandle } from '../accounts/handles.ts'
import { badgeOf } from '../accounts/roles.ts'
import { Collection } from '../answers/collection.ts'
import { document } from '../answers/document.ts'
import { type Awaitable, mapAwaitable } from '../awaitable.ts'
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
          people.map(({ id, name, handle, avatar_hash, role, profile_id }) => [
            id,
            {
              _id: id,
              name,
              handle: presentHandle(handle, id),
              avatar: avatarUrl(settings, avatar_hash),
              ...badgeOf(role),
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

const HANDLE_BYTES = 200

/** Finds the owner of a handle, current or old. The owner never changes, except that accounts are deleted. */
export function handleFinder({ db, answers }: Context): (handle: string) => Awaitable<string | undefined> {
  const owners = new Collection<string>(answers)
  return (handle) => {
    const loaded = owners.load(handle, async () => {
      const value = (await findByHandles(db.kysely, [handle])).get(handle)
      return value ? { value, bytes: HANDLE_BYTES, topics: [`user:${value}`] } : undefined
    })
    return mapAwaitable(loaded, (owner) => owner?.value)
  }
}
