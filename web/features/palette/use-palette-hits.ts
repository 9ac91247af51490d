import { Hash, MessageSquare, Wrench } from 'lucide-react'
import { useDebounced } from '../../ui/use-debounced.ts'
import { useHiddenPeople } from '../accounts/blocks/use-hidden-people.ts'
import { addressOfFeed } from '../posts/feeds.ts'
import { skillAddress } from '../profiles/skill-address.ts'
import { addressOfHit, authorsOfHit, kindOfHit } from '../search/hits.ts'
import { useMaySearch } from '../search/use-may-search.ts'
import type { Choice, Group } from './commands.ts'
import { type Found, useFindQuery } from './palette-api.ts'

/** Until the response arrives, the last results stay. */
export function usePaletteHits(typed: string): { groups: Group[]; isBusy: boolean; hasFailed: boolean } {
  const scope = useMaySearch()
  const hidden = useHiddenPeople()
  const asked = useDebounced(typed)
  const isSearch = typed !== '' && (scope.people || scope.posts)
  const {
    data: found,
    currentData,
    isError,
  } = useFindQuery({ typed: asked, ...scope }, { skip: !isSearch || asked === '' })
  const hasFailed = isError && currentData === undefined
  const isBusy = isSearch && (asked !== typed || (currentData === undefined && !isError))
  if (!isSearch || !found || hasFailed) return { groups: [], isBusy, hasFailed: hasFailed && !isBusy }
  const posts = found.posts.filter((hit) => !authorsOfHit(hit).some((id) => hidden.has(id)))
  return {
    groups: [
      { name: 'People', choices: found.people.map(personChoice) },
      { name: 'Tags', choices: found.tags.map(tagChoice) },
      { name: 'Skills', choices: found.skills.map(skillChoice) },
      { name: 'Posts', choices: posts.map(hitChoice) },
    ],
    isBusy,
    hasFailed: false,
  }
}

function personChoice(person: Found['people'][number]): Choice {
  const note = person.handle ? `@${person.handle}` : undefined
  return { key: person._id, text: person.name, note, person, to: `/profile/${person._id}` }
}

function tagChoice({ tag, count }: Found['tags'][number]): Choice {
  const to = addressOfFeed({ name: 'all', tag })
  return { key: to, text: `#${tag}`, note: counted(count, 'post'), to, icon: Hash }
}

function skillChoice({ skill, count }: Found['skills'][number]): Choice {
  const to = skillAddress(skill)
  return { key: to, text: skill, note: counted(count, 'developer'), to, icon: Wrench }
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

function hitChoice(hit: Found['posts'][number]): Choice {
  const { name } = hit.comment ?? hit.post
  const to = addressOfHit(hit)
  return { key: to, text: name, note: kindOfHit(hit), excerpt: hit.excerpt, icon: MessageSquare, to }
}
