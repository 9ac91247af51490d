import { lookup } from '../answers/lookup.ts'
import { type Awaitable, mapAwaitable } from '../awaitable.ts'
import { blockersTopic, findSilencers } from '../blocks/queries.ts'
import type { Context } from '../context.ts'
import { preferencesFinder } from './mail-preferences.ts'
import type { Told } from './tell.ts'

/**
 * Leaves out who is not to be told: people of their own acts, and those who have muted or blocked the actor. Of
 * several reasons to tell someone, the first counts.
 */
export function audienceFinder(context: Context): (told: Told[]) => Awaitable<Told[]> {
  const { db, answers, settings } = context
  const findPreferences = preferencesFinder(context)
  const silencersOf = lookup(answers, {
    load: async (userId) => new Set(await findSilencers(db.kysely, userId)),
    dependsOn: (userId) => [blockersTopic(userId)],
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
    return mapAwaitable(silencersOf(first.by), (silencers) => {
      const audience = others.filter(({ to }) => !silencers.has(to))
      return settings.smtpUrl === undefined ? audience : withMail(audience)
    })
  }
}
