import type { Context } from '../../context.ts'
import { topicOf } from '../../database/changes/topics.ts'
import type { Entry } from '../../platform/cache/cache.ts'
import { Collection } from '../../platform/cache/collection.ts'
import type { Identify, Visitor } from '../../platform/http/caller.ts'
import type { SiteSettingsReader } from './site-settings.ts'

const BYTES = 100

export function visitorFinder(
  { cache }: Context,
  readSiteSettings: SiteSettingsReader,
): Pick<Identify, 'visitor' | 'cachedVisitor'> {
  const visitors = new Collection<Visitor>(cache.entries)
  const find = async () => {
    const { reading } = await readSiteSettings()
    const value: Visitor = { role: 'visitor', mayRead: reading === 'public' }
    return { value, bytes: BYTES, topics: [topicOf.site()] }
  }
  return {
    visitor: async () => (await visitors.load('visitor', find)) as Entry<Visitor>,
    cachedVisitor: () => visitors.get('visitor'),
  }
}
