import { SOCIAL_NETWORKS } from '../../../contract/limits.ts'
import { personHead, profileHead } from '../../../contract/pages/content-heads.ts'
import type { ServedSite } from '../../../contract/site.ts'
import type { Context } from '../../context.ts'
import { topicOf } from '../../database/changes/topics.ts'
import { dateOfId } from '../../ids.ts'
import { avatarUrl } from '../accounts/avatars.ts'
import { pathOfPersonFeed } from './atom-routes.ts'
import { cachedResponses } from './cached-responses.ts'
import { findSubject, type Subject } from './queries.ts'
import { renderHead } from './render-head.ts'
import { HTML, type Shell } from './shell.ts'

export function profilePages(context: Context, shell: Shell) {
  const { db, settings } = context
  return cachedResponses(context, HTML, async (id, origin, site: ServedSite) => {
    const subject = await findSubject(db.kysely, id)
    if (!subject) return undefined
    const avatar = URL.parse(avatarUrl(settings, subject.avatar_hash), origin)?.href ?? ''
    const head = headOfSubject(subject, site, `${origin}/profile/${id}`, avatar)
    const content = shell.withHead(renderHead(head, origin, site))
    return { content, topics: [topicOf.person(id), topicOf.profile(id)] }
  })
}

function headOfSubject(subject: Subject, site: ServedSite, address: string, image: string) {
  const { name, handle, status, company, location, bio } = subject
  const feed = handle === null ? undefined : { title: name, path: pathOfPersonFeed(handle) }
  const common = { address, image, type: 'profile', isPublic: true, feed } as const
  if (status === null) return { ...personHead(name, site), ...common }
  const head = profileHead({ name, status, company, location, bio })
  return { ...head, ...common, data: profileData(subject, address, image) }
}

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
