import { personHead, profileHead } from '../../../contract/pages/content-heads.ts'
import { isPublicPage } from '../../../contract/pages/heads.ts'
import type { Profile } from '../../../contract/profiles.ts'
import type { Context } from '../../context.ts'
import { findPerson } from '../accounts/people.ts'
import { avatarUrl } from '../accounts/present.ts'
import { findProfiles } from '../profiles/queries.ts'
import { topicOf } from '../topics.ts'
import { pathOfPersonFeed } from './atom-routes.ts'
import { cachedPages } from './cached-pages.ts'
import { pageContent } from './content/layout.ts'
import { linksOf, personContent, profileContent } from './content/profiles.ts'
import { renderHead } from './render-head.ts'
import { HTML, type Shell } from './shell.ts'

export function profilePages(context: Context, shell: Shell) {
  const { db, settings } = context
  const find = cachedPages(context, 'profile page', HTML, async (key, origin, site) => {
    const [id = '', number] = key.split(' ')
    const page = Number(number)
    const person = await findPerson(db.kysely, id)
    if (!person) return undefined
    const profile = (await findProfiles(db.kysely, settings, [id])).get(id)
    const { name, handle } = person
    const avatar = URL.parse(avatarUrl(settings, person.avatar_hash), origin)?.href ?? ''
    const picture = profile?.projects.find((project) => project.picture !== null)?.picture
    const visibleContent = profile ? profileContent(profile, page) : page === 1 && personContent(name)
    if (!visibleContent) return undefined
    const address = `${origin}/profile/${id}`
    const common = {
      address: page === 1 ? address : `${address}?page=${page}`,
      image: picture ? origin + picture : avatar,
      type: 'profile',
      isPublic: isPublicPage('/profile/:id', site),
      feed: handle === null ? undefined : { title: name, path: pathOfPersonFeed(handle) },
    } as const
    const head = profile
      ? {
          ...profileHead({ ...profile, name }),
          ...common,
          data: profileData(profile, address, avatar),
        }
      : { ...personHead(name, site), ...common }
    const html = pageContent(site, visibleContent)
    const content = shell.withHead(renderHead(head, origin, site), '/profile/:id', html)
    const people = [id, ...(profile?.people ?? [])]
    return { content, topics: [topicOf.profile(id), ...people.map(topicOf.person)] }
  })
  return (id: string, origin: string, page = 1) => find(`${id} ${page}`, origin)
}

const BIO_START = 400

function profileData(profile: Profile, address: string, image: string): object {
  const { user, date, status, company, location, bio, skills, education } = profile
  const links = linksOf(profile)
  const schools = [...new Set(education.map(({ school }) => school))]
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url: address,
    dateCreated: date,
    mainEntity: {
      '@type': 'Person',
      identifier: user._id,
      name: user.name,
      alternateName: user.handle,
      url: address,
      image,
      jobTitle: status,
      worksFor: company ? { '@type': 'Organization', name: company } : undefined,
      alumniOf: schools.map((name) => ({ '@type': 'EducationalOrganization', name })),
      homeLocation: location ? { '@type': 'Place', name: location } : undefined,
      description: bio === null ? undefined : [...bio].slice(0, BIO_START).join(''),
      knowsAbout: skills,
      sameAs: links.length > 0 ? links : undefined,
    },
  }
}
