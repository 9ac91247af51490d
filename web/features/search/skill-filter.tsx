import { type SubmitEvent, useId, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { MAX_LENGTH } from '../../../contract/limits.ts'
import { Field } from '../../ui/forms/field.tsx'
import { IN_PLACE } from '../../ui/routing/route-change.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { useSkillsQuery } from '../profiles/profile-api.ts'
import { isSame, withAnother } from './filters.ts'

export function SkillFilter() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const id = useId()
  const prefix = text.trim()
  const asked = useDebounced(prefix)
  const { data: offered = [] } = useSkillsQuery(asked, { skip: asked === '' })

  function add(skill: string) {
    setText('')
    const isGiven = params.getAll('skill').some((known) => isSame(known, skill))
    if (skill && !isGiven) navigate(withAnother(params, 'skill', skill), { state: IN_PLACE })
  }

  function type(typed: string, isPicked: boolean) {
    if (isPicked && offered.some(({ skill }) => skill === typed)) add(typed)
    else setText(typed)
  }

  return (
    <form
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        add(prefix)
      }}
    >
      <Field
        label="Skill"
        name="skill"
        list={id}
        value={text}
        maxLength={MAX_LENGTH.skill}
        autoComplete="off"
        onChange={({ target, nativeEvent }) => type(target.value, !isTyping(nativeEvent))}
      />
      <datalist id={id}>
        {offered.map(({ skill }) => (
          <option key={skill} value={skill} />
        ))}
      </datalist>
    </form>
  )
}

/** Picking a suggestion replaces the text, and is no typing. */
const isTyping = (event: Event) => event instanceof InputEvent && event.inputType !== 'insertReplacementText'
