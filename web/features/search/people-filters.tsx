import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { PeopleCounts } from '../../../contract/fields/search-filters.ts'
import { STATUSES } from '../../../contract/limits.ts'
import { usePeopleCountsQuery } from '../profiles/profile-api.ts'
import { type Choice, Choices, SkillFilter, TextFilter } from './filter-fields.tsx'
import { isSame, peopleFilters, withAnother, without, withValue } from './filters.ts'

/** Undefined until known, null if they cannot be: counts are optional. */
export type Known<Counts> = Counts | null | undefined

type CountsQuery<Counts> = { data?: Counts | undefined; isError: boolean; isFetching: boolean }

export const knownCounts = <Counts,>({ data, isError, isFetching }: CountsQuery<Counts>): Known<Counts> =>
  isError && !isFetching ? null : data

export function usePeopleCounts(params: URLSearchParams, isAsked: boolean): Known<PeopleCounts> {
  const query = usePeopleCountsQuery({ query: peopleFilters(params) }, { skip: !isAsked })
  return isAsked ? knownCounts(query) : undefined
}

export function PeopleFilters({ counts }: { counts: Known<PeopleCounts> }) {
  const [params] = useSearchParams()
  const isExact = counts?.exact ?? true
  const skills = useEverChosen(params, 'skill')
  const statuses = useEverChosen(params, 'status')
  return (
    <>
      <Choices
        heading="Skills"
        mono
        choices={skillChoices(params, counts, skills)}
        isExact={isExact}
        field={<SkillFilter />}
      />
      {/* Not earlier, so that the skills do not move them. */}
      {counts !== undefined && (
        <>
          <Choices heading="Status" choices={statusChoices(params, counts, statuses)} isExact={isExact} />
          <Choices
            heading="Locations"
            choices={locationChoices(params, counts)}
            isExact={isExact}
            field={<TextFilter label="Location" name="location" type="text" />}
          />
        </>
      )}
    </>
  )
}

const isShared = ({ count }: { count: number }) => count > 1

const SKILLS = 10
const LOCATIONS = 6

/** A removed choice stays in the list, so that the focus stays on it. */
function useEverChosen(params: URLSearchParams, name: 'skill' | 'status'): string[] {
  const chosen = params.getAll(name).filter(Boolean)
  const [ever, setEver] = useState(chosen)
  const added = chosen.filter((value) => !ever.includes(value))
  if (added.length > 0) setEver([...ever, ...added])
  return ever
}

function skillChoices(params: URLSearchParams, counts: Known<PeopleCounts>, everChosen: string[]): Choice[] {
  const listed = counts?.skills.filter(isShared).slice(0, SKILLS) ?? []
  const unlisted = everChosen.filter((skill) => !listed.some((known) => isSame(known.skill, skill)))
  return [...listed, ...unlisted.map((skill) => ({ skill, count: undefined }))].map(({ skill, count }) => {
    const isChosen = params.getAll('skill').some((known) => isSame(known, skill))
    const to = isChosen ? without(params, 'skill', skill) : withAnother(params, 'skill', skill)
    return { value: skill, text: skill, count, isChosen, to }
  })
}

function statusChoices(params: URLSearchParams, counts: Known<PeopleCounts>, everChosen: string[]): Choice[] {
  const known = new Map(counts?.statuses.map(({ status, count }) => [status, count]))
  const isListed = (status: (typeof STATUSES)[number]) =>
    isShared({ count: known.get(status) ?? 0 }) || everChosen.some((chosen) => isSame(chosen, status))
  return STATUSES.filter((status) => !counts || isListed(status)).map((status) =>
    choiceOfOne(params, 'status', status, known.get(status)),
  )
}

function locationChoices(params: URLSearchParams, counts: Known<PeopleCounts>): Choice[] {
  const listed = counts?.locations.filter(isShared).slice(0, LOCATIONS) ?? []
  return listed.map(({ location, count }) => choiceOfOne(params, 'location', location, count))
}

export function choiceOfOne(
  params: URLSearchParams,
  name: string,
  value: string,
  count: number | undefined,
  text = value,
): Choice {
  const isChosen = isSame(params.get(name) ?? '', value)
  return { value, text, count, isChosen, to: withValue(params, name, isChosen ? '' : value) }
}
