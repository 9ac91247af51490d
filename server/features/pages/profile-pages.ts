import { SOCIAL_NETWORKS } from '../../../contract/limits.ts'
import { personHead, profileHead } from '../../../contract/pages/content-heads.ts'
import type { ServedSite } from '../../../contract/site.ts'
import type { Context } from '../../context.ts'
import { topicOf } from '../../database/changes/topics.ts'
import { dateOfId } from '../../ids.ts'
import { avatarUrl } from '../accounts/avatars.ts'
import { cachedPages } from './cached-pages.ts'
import { findSubject, type Subject } from './queries.ts'
import type { Shell } from './shell.ts'

export function profilePages(context: Context, shell: Shell) {
  const { db, settings } = context
  return cachedPages(context, shell, async (id, origin, site) => {
    const subject = await findSubject(db.kysely, id)
    if (!subject) return undefined
    const avatar = URL.parse(avatarUrl(settings, subject.avatar_hash), origin)?.href ?? ''
    const head = headOfSubject(subject, site, `${origin}/profile/${id}`, avatar)
    return { head, topics: [topicOf.person(id), topicOf.profile(id)] }
  })
}

function headOfSubject(subject: Subject, site: ServedSite, address: string, image: string) {
  const { name, status, company, location, bio } = subject
  const common = { address, image, type: 'profile', isPublic: true } as const
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
