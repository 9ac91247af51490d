import { EXCERPT_LENGTH } from '../limits.ts'
import { excerptOf, shorten, titleOf } from './excerpts.ts'
import type { Head, SiteTexts } from './heads.ts'

// Not in heads.ts, which is part of the first load.

type Described = {
  name: string
  status: string
  company: string | null
  location: string | null
  bio: string | null
}

export function profileHead({ name, status, company, location, bio }: Described): Head {
  const job = company ? `${status} at ${company}` : status
  const facts = [job, location].filter(Boolean).join(' · ')
  return {
    title: name,
    description: shorten(bio ? `${facts}. ${excerptOf(bio)}` : `${name}, ${facts}`, EXCERPT_LENGTH),
  }
}

export function personHead(name: string, site: SiteTexts): Head {
  return { title: name, description: `${name} is a member of ${site.name}` }
}

type DescribedPost = { name: string; text: string; question?: boolean }

export function postHead({ name, text, question }: DescribedPost): Head {
  return {
    title: (question && titleOf(text)) || `${question ? 'Question' : 'Post'} by ${name}`,
    description: excerptOf(text),
  }
}
