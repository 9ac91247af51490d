import { personHead, profileHead } from '../../contract/heads.ts'
import { SOCIAL_NETWORKS } from '../../contract/limits.ts'
import type { ServedSite } from '../../contract/site.ts'
import { avatarUrl } from '../accounts/avatars.ts'
import type { EntryData } from '../answers/cache.ts'
import { Collection } from '../answers/collection.ts'
import type { Context } from '../context.ts'
import { dateOfId } from '../ids.ts'
import { SITE_TOPIC } from '../site/site-settings.ts'
import { HtmlPage } from './html-page.ts'
import { findSubject, type Subject } from './queries.ts'
import { renderHead } from './render-head.ts'
import type { Shell } from './shell.ts'

/** The pages of people, cached until their profile, their name or the community changes; undefined for who does not exist. */
export function profilePages({ db, answers, settings }: Context, shell: Shell) {
  const pages = new Collection<HtmlPage>(answers)

  const make = async (
    id: string,
    origin: string,
    site: ServedSite,
  ): Promise<EntryData<HtmlPage> | undefined> => {
    const subject = await findSubject(db.kysely, id)
    if (!subject) return undefined
    const avatar = URL.parse(avatarUrl(settings, subject.avatar_hash), origin)?.href ?? ''
    const head = headOfSubject(subject, site, `${origin}/profile/${id}`, avatar)
    const value = new HtmlPage(shell.withHead(renderHead(head, site)), origin)
    return { value, bytes: value.size, topics: [`user:${id}`, `profile:${id}`, SITE_TOPIC] }
  }

  return async (id: string, origin: string, site: ServedSite): Promise<HtmlPage | undefined> => {
    const entry = await pages.load(id, () => make(id, origin, site))
    if (!entry || entry.value.origin === origin) return entry?.value
    // One place per person, whatever hosts are invented: the cache cannot be filled with them.
    const since = answers.version
    const made = await make(id, origin, site)
    return made && pages.store(id, made, since).value
  }
}

function headOfSubject(subject: Subject, site: ServedSite, address: string, image: string) {
  const { name, status, company, location, bio } = subject
  const common = { address, image, type: 'profile', isPublic: true } as const
  if (status === null) return { ...personHead(name, site), ...common }
  const head = profileHead({ name, status, company, location, bio })
  return { ...head, ...common, data: profileData(subject, address, image) }
}

/** The profile in the terms of schema.org; what is empty is left out. */
function profileData(subject: Subject, address: string, image: string): object {
  const { id, profile_id, name, handle, status, company, location, bio, skills, website } = subject
  const links = [website, ...SOCIAL_NETWORKS.map((network) => subject[network])].filter(
    (link) => link !== null,
  )
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url: address,
    dateCreated: profile_id ? dateOfId(profile_id) : undefined,
    mainEntity: {
      '@type': 'Person',
      identifier: id,
      name,
      alternateName: handle ?? undefined,
      url: address,
      image,
      jobTitle: status ?? undefined,
      worksFor: company ? { '@type': 'Organization', name: company } : undefined,
      homeLocation: location ? { '@type': 'Place', name: location } : undefined,
      description: bio ?? undefined,
      knowsAbout: JSON.parse(skills ?? '[]'),
      sameAs: links.length > 0 ? links : undefined,
    },
  }
}
