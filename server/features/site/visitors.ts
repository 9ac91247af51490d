import type { Context } from '../../context.ts'
import { topicOf } from '../../database/changes/topics.ts'
import { Collection } from '../../platform/cache/collection.ts'
import type { Identify, Visitor } from '../../platform/http/caller.ts'
import type { SiteSettingsReader } from './site-settings.ts'

const BYTES = 100
const CLOSED: Visitor = { role: 'visitor', mayRead: false }

export function visitorFinder(
  { cache }: Context,
  readSiteSettings: SiteSettingsReader,
): Pick<Identify, 'findVisitor' | 'cachedVisitor'> {
  const visitors = new Collection<Visitor>(cache.entries)
  const find = async () => {
    const { reading } = await readSiteSettings()
    const value: Visitor = { role: 'visitor', mayRead: reading === 'public' }
    return { value, bytes: BYTES, topics: [topicOf.site()] }
  }
  return {
    findVisitor: async () => (await visitors.load('visitor', find))?.value ?? CLOSED,
    cachedVisitor: () => visitors.get('visitor')?.value,
  }
}
