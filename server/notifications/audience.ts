import { Collection } from '../answers/collection.ts'
import { type Awaitable, mapAwaitable } from '../awaitable.ts'
import { blockersTopic, findSilencers } from '../blocks/queries.ts'
import type { Context } from '../context.ts'
import { preferencesFinder } from './mail-preferences.ts'
import type { Told } from './tell.ts'

const BYTES_EACH = 100

/**
 * Leaves out who is not to be told: people of their own acts, and those who have muted or blocked the actor. Of
 * several reasons to tell someone, the first counts.
 */
export function audienceFinder(context: Context): (told: Told[]) => Awaitable<Told[]> {
  const { db, answers, settings } = context
  const findPreferences = preferencesFinder(context)
  const silencers = new Collection<ReadonlySet<string>>(answers)

  const findFor = (userId: string) =>
    silencers.load(userId, async () => {
      const value = new Set(await findSilencers(db.kysely, userId))
      return { value, bytes: BYTES_EACH * (1 + value.size), topics: [blockersTopic(userId)] }
    })

  const withMail = (told: Told[]) =>
    Promise.all(
      told.map(async (one) => {
        const { [one.kind]: choice } = await findPreferences(one.to)
        return { ...one, mail: choice === 'at-once' }
      }),
    )

  return (told) => {
    const others = told.filter(
      ({ to, by }, index) => to !== by && told.findIndex((first) => first.to === to) === index,
    )
    const [first] = others
    if (!first) return []
    return mapAwaitable(findFor(first.by), (entry) => {
      const audience = others.filter(({ to }) => !entry?.value.has(to))
      return settings.smtpUrl === undefined ? audience : withMail(audience)
    })
  }
}
