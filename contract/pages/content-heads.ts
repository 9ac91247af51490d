import type { Head, SiteTexts } from './heads.ts'

// Not in heads.ts, because that file is part of the first load.

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
  return { title: name, description: shorten(bio ? `${facts}. ${bio}` : `${name}, ${facts}`) }
}

export function personHead(name: string, site: SiteTexts): Head {
  return { title: name, description: `${name} is a member of ${site.name}` }
}

type DescribedPost = { name: string; text: string; question?: boolean }

/** A question is known by its first words. */
export function postHead({ name, text, question }: DescribedPost): Head {
  const words = withoutMarkdown(text)
  const [firstLine = ''] = words.trimStart().split('\n', 1)
  return {
    title: question ? shorten(firstLine, LONGEST_TITLE) || `Question by ${name}` : `Post by ${name}`,
    description: shorten(words) || shorten(text),
  }
}

const MARKDOWN_CONSIDERED = 600

function withoutMarkdown(text: string): string {
  return truncate(text, MARKDOWN_CONSIDERED)
    .replace(/^ {0,3}(?:```|~~~).*$/gm, '')
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/^ {0,3}(?:#{1,6}|>|[-*+]|\d+[.)]) +/gm, '')
    .replace(/\*\*|~~|`+/g, '')
}

const LONGEST_DESCRIPTION = 160
const LONGEST_TITLE = 70

function shorten(text: string, longest = LONGEST_DESCRIPTION): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= longest ? line : `${truncate(line, longest - 1)}…`
}

/** Leaves no half of a surrogate pair at the end. */
function truncate(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
}
