import { Hash, MessageSquare, Wrench } from 'lucide-react'
import { useState } from 'react'
import { plural } from '../../ui/plural.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { useHiddenPeople } from '../accounts/blocks/use-hidden-people.ts'
import { addressOfFeed } from '../posts/feeds.ts'
import { useSkillsQuery } from '../profiles/profile-api.ts'
import { skillAddress } from '../profiles/skill-address.ts'
import { addressOfHit, authorsOfHit, kindOfHit } from '../search/hits.ts'
import { useMaySearch } from '../search/use-may-search.ts'
import { usePopularTagsQuery } from '../tags/tag-api.ts'
import type { Choice, Group } from './commands.ts'
import { usePeopleForReadersQuery, usePeopleForVisitorsQuery, usePostHitsQuery } from './palette-api.ts'

const MOST = { tags: 4, skills: 3 }

export function usePaletteHits(typed: string): { groups: Group[]; isBusy: boolean; hasFailed: boolean } {
  const hidden = useHiddenPeople()
  const asked = useDebounced(typed)
  const { isAsked, isDone, hasFailed, ...current } = useResults(asked)
  const [last, setLast] = useState({ asked: '', ...current })
  if (isAsked && isDone && last.asked !== asked) setLast({ asked, ...current })
  const isSearch = typed !== '' && isAsked
  const isBusy = typed !== '' && (asked !== typed || !isDone)
  if (!isSearch || last.asked === '' || hasFailed)
    return { groups: [], isBusy, hasFailed: hasFailed && !isBusy }
  const posts = last.posts.filter((hit) => !authorsOfHit(hit).some((id) => hidden.has(id)))
  return {
    groups: [
      { name: 'People', choices: last.people.map(personChoice) },
      { name: 'Tags', choices: last.tags.slice(0, MOST.tags).map(tagChoice) },
      { name: 'Skills', choices: last.skills.slice(0, MOST.skills).map(skillChoice) },
      { name: 'Posts', choices: posts.map(hitChoice) },
    ],
    isBusy,
    hasFailed: false,
  }
}

/** People can be found where posts cannot be read. A source that fails is left out; all of them are a failure. */
function useResults(asked: string) {
  const may = useMaySearch()
  const tag = asked.replace(/^#/, '')
  const isAsked = asked !== '' && (may.people || may.posts)
  const readers = usePeopleForReadersQuery(
    { query: { q: asked, in: 'people' } },
    { skip: !isAsked || !may.posts },
  )
  const visitors = usePeopleForVisitorsQuery(
    { query: { q: asked } },
    { skip: !isAsked || !may.people || may.posts },
  )
  const tags = usePopularTagsQuery({ query: { prefix: tag } }, { skip: !isAsked || !may.posts || tag === '' })
  const skills = useSkillsQuery({ query: { prefix: asked } }, { skip: !isAsked || !may.people })
  const posts = usePostHitsQuery({ query: { q: asked } }, { skip: !isAsked || !may.posts })
  const sources = [readers, visitors, tags, skills, posts].filter(({ isUninitialized }) => !isUninitialized)
  return {
    isAsked,
    isDone: sources.every(({ currentData, isError, isFetching }) => currentData || (isError && !isFetching)),
    hasFailed: isAsked && sources.every(({ currentData, isError }) => isError && !currentData),
    people: readers.currentData?.items ?? visitors.currentData?.items ?? [],
    tags: tags.currentData ?? [],
    skills: skills.currentData ?? [],
    posts: posts.currentData?.items ?? [],
  }
}

type Found = ReturnType<typeof useResults>

function personChoice(person: Found['people'][number]): Choice {
  const note = person.handle ? `@${person.handle}` : undefined
  return { key: person._id, text: person.name, note, person, to: `/profile/${person._id}` }
}

function tagChoice({ tag, count }: Found['tags'][number]): Choice {
  const to = addressOfFeed({ name: 'all', tag })
  return { key: to, text: `#${tag}`, note: plural(count, 'post'), to, icon: Hash }
}

function skillChoice({ skill, count }: Found['skills'][number]): Choice {
  const to = skillAddress(skill)
  return { key: to, text: skill, note: plural(count, 'developer'), to, icon: Wrench }
}

function hitChoice(hit: Found['posts'][number]): Choice {
  const { name } = hit.comment ?? hit.post
  const to = addressOfHit(hit)
  return { key: to, text: name, note: kindOfHit(hit), excerpt: hit.excerpt, icon: MessageSquare, to }
}
