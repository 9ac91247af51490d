import {
  CONFIRM_MODES,
  INDEXING_MODES,
  INVITING_MODES,
  PROFILE_MODES,
  READING_MODES,
  REGISTRATION_MODES,
} from '../../../contract/limits.ts'
import { DEFAULT_SITE, SITE_PAGES, type SitePageName } from '../../../contract/pages/heads.ts'
import type { Site, SiteChanges } from '../../../contract/site.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/database.ts'
import type { Identify, Visitor } from '../../platform/http/caller.ts'
import type { Settings } from '../../platform/process/settings.ts'
import { siteChanged, topicOf } from '../topics.ts'

/** `confirmSince` is when confirmed emails were first required. */
export type SiteSettings = Required<SiteChanges> & { confirmSince?: number; pages: SitePageName[] }

export function siteFacilities({
  smtpUrl,
  providers,
  passwordSignIn,
}: Settings): Pick<Site, 'mail' | 'signIn' | 'passwordSignIn'> {
  const signIn = providers.map(({ id, name }) => ({ id, name }))
  return { mail: smtpUrl !== undefined, signIn, passwordSignIn }
}

const KEY = 'site settings'

export function readSiteSettings({ db, cache }: Context): Promise<SiteSettings> {
  return cache.load(KEY, async () => ({
    value: await findSiteSettings(db.kysely),
    topics: [topicOf.site()],
  }))
}

export function identifyVisitors(context: Context): Pick<Identify, 'findVisitor' | 'cachedVisitor'> {
  const visitor = ({ reading, profiles }: SiteSettings): Visitor => ({
    role: 'visitor',
    mayRead: reading === 'public',
    mayReadProfiles: profiles === 'public',
  })
  return {
    findVisitor: async () => visitor(await readSiteSettings(context)),
    cachedVisitor() {
      const settings = context.cache.get<SiteSettings>(KEY)
      return settings && visitor(settings)
    },
  }
}

/** Without mail, nobody can confirm an email. */
export async function requiresConfirmation(context: Context, registeredAt: number): Promise<boolean> {
  if (context.settings.smtpUrl === undefined) return false
  const { confirm, confirmSince = 0 } = await readSiteSettings(context)
  return confirm === 'required' && registeredAt >= confirmSince
}

export async function findSiteSettings(db: Queryable): Promise<SiteSettings> {
  const rows = await db.selectFrom('site').selectAll().execute()
  const pages = await db.selectFrom('site_pages').select('page').execute()
  const stored = new Map(rows.map(({ key, value }) => [key, value]))
  return {
    name: stored.get('name') ?? DEFAULT_SITE.name,
    description: stored.get('description') ?? DEFAULT_SITE.description,
    registration: oneOf(REGISTRATION_MODES, stored.get('registration')) ?? DEFAULT_SITE.registration,
    reading: oneOf(READING_MODES, stored.get('reading')) ?? DEFAULT_SITE.reading,
    inviting: oneOf(INVITING_MODES, stored.get('inviting')) ?? DEFAULT_SITE.inviting,
    profiles: oneOf(PROFILE_MODES, stored.get('profiles')) ?? DEFAULT_SITE.profiles,
    pages: SITE_PAGES.filter((page) => pages.some((row) => row.page === page)),
    approval: stored.get('approval') === 'true',
    confirm: oneOf(CONFIRM_MODES, stored.get('confirm')) ?? DEFAULT_SITE.confirm,
    confirmSince: Number(stored.get('confirm since') ?? 0),
    indexing: oneOf(INDEXING_MODES, stored.get('indexing')) ?? DEFAULT_SITE.indexing,
  }
}

const oneOf = <Option extends string>(options: readonly Option[], value: string | undefined) =>
  options.find((option) => option === value)

export async function changeSiteSettings(trx: Queryable, changes: SiteChanges): Promise<void> {
  const isSwitchedOn = changes.confirm === 'required' && (await findSiteSettings(trx)).confirm !== 'required'
  const since = isSwitchedOn ? { 'confirm since': Date.now() } : {}
  const rows = Object.entries({ ...changes, ...since }).map(([key, value]) => ({ key, value: String(value) }))
  if (rows.length === 0) return
  await trx
    .insertInto('site')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((set) => ({ value: set.ref('excluded.value') })),
    )
    .execute()
  siteChanged(trx)
}
