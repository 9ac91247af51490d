import { useSearchParams } from 'react-router'
import type { PostCounts } from '../../../contract/fields/search-filters.ts'
import { useSeesProfiles } from '../../app/state/use-site.ts'
import { useHiddenPeople } from '../accounts/blocks/use-hidden-people.ts'
import { Choices } from './filter-fields.tsx'
import { postFilters } from './filters.ts'
import { choiceOfOne, type Known, knownCounts } from './people-filters.tsx'
import { usePostCountsQuery } from './search-api.ts'

export function usePostCounts(params: URLSearchParams, isAsked: boolean): Known<PostCounts> {
  const query = usePostCountsQuery({ query: postFilters(params) }, { skip: !isAsked })
  return isAsked ? knownCounts(query) : undefined
}

const TAGS = 10
const AUTHORS = 6

export function PostFilters({ counts }: { counts: Known<PostCounts> }) {
  const [params] = useSearchParams()
  const isExact = counts?.exact ?? true
  const choice = (name: string, value: string, text: string, count?: number) =>
    choiceOfOne(params, name, value, count, text)
  const tags = counts?.tags.slice(0, TAGS) ?? []
  const hidden = useHiddenPeople()
  const seesPeople = useSeesProfiles()
  const authors = (seesPeople ? (counts?.authors ?? []) : [])
    .filter(({ _id }) => !hidden.has(_id))
    .filter(({ _id }, index) => index < AUTHORS || _id === params.get('author'))
  return (
    <>
      <Choices
        heading="Order"
        choices={[choice('sort', '', 'Best match'), choice('sort', 'newest', 'Newest')]}
        isExact={isExact}
      />
      <Choices
        heading="Kind"
        choices={[
          choice('question', 'true', 'Questions', counts?.questions),
          choice('question', 'false', 'Other posts', counts?.others),
        ]}
        isExact={isExact}
      />
      <Choices
        heading="Answers"
        choices={[
          choice('solved', 'true', 'Solved', counts?.solved),
          choice('solved', 'false', 'Unsolved', counts?.unsolved),
        ]}
        isExact={isExact}
      />
      {tags.length > 0 && (
        <Choices
          heading="Tags"
          mono
          choices={tags.map(({ tag, count }) => choice('tag', tag, `#${tag}`, count))}
          isExact={isExact}
        />
      )}
      {authors.length > 0 && (
        <Choices
          heading="Authors"
          choices={authors.map(({ _id, name, count }) => choice('author', _id, name, count))}
          isExact={isExact}
        />
      )}
    </>
  )
}
