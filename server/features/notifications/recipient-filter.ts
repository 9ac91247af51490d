import type { Context } from '../../context.ts'
import { topicOf } from '../../database/changes/topics.ts'
import { lookup } from '../../platform/cache/lookup.ts'
import { findSilencers } from '../accounts/blocks/queries.ts'
import { preferencesFinder } from './mail-preferences.ts'
import type { NotificationEvent } from './notify.ts'

/** All events are by the same actor. Of several for one recipient, the first counts. */
export function recipientFilter(
  context: Context,
): (events: NotificationEvent[]) => Promise<NotificationEvent[]> {
  const { db, cache, settings } = context
  const findPreferences = preferencesFinder(context)
  const silencersOf = lookup(cache, {
    load: async (userId) => new Set(await findSilencers(db.kysely, userId)),
    dependsOn: (userId) => [topicOf.mutesOf(userId)],
  })

  return async (events) => {
    const ofOthers = events.filter(
      ({ recipient, actor }, index) =>
        recipient !== actor && events.findIndex((first) => first.recipient === recipient) === index,
    )
    const [first] = ofOthers
    if (!first) return []
    const silencers = await silencersOf(first.actor)
    const wanted = ofOthers.filter(({ recipient }) => !silencers.has(recipient))
    if (settings.smtpUrl === undefined) return wanted
    return Promise.all(
      wanted.map(async (event) => {
        const preferences = await findPreferences(event.recipient)
        return { ...event, byMail: preferences[event.kind] === 'at-once' }
      }),
    )
  }
}
