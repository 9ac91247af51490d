import { Check } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { MAX_LENGTH } from '../../../contract/limits.ts'
import { Field } from '../../ui/forms/field.tsx'
import { IN_PLACE } from '../../ui/routing/route-change.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { useSkillsQuery } from '../profiles/profile-api.ts'
import { isSame, withAnother, withValue } from './filters.ts'

export type Choice = {
  value: string
  text: string
  count: number | undefined
  isChosen: boolean
  to: string
}

type Props = {
  heading: string
  choices: Choice[]
  isExact: boolean
  field?: ReactNode
  mono?: boolean
}

export function Choices({ heading, choices, isExact, field, mono = false }: Props) {
  if (choices.length === 0 && !field) return null
  return (
    <section aria-label={heading}>
      {field ?? <h2 className="font-medium">{heading}</h2>}
      {choices.length > 0 && (
        <ul className="mt-1 max-columns:grid max-columns:grid-cols-2 max-columns:gap-x-6">
          {choices.map(({ value, text, count, isChosen, to }) => {
            const isUseless = count === 0 && isExact && !isChosen
            return (
              <li key={value}>
                <Link
                  to={to}
                  aria-disabled={isUseless || undefined}
                  onClick={(event) => {
                    if (isUseless) event.preventDefault()
                  }}
                  state={IN_PLACE}
                  aria-current={isChosen ? 'true' : undefined}
                  className="filter-choice"
                >
                  {isChosen && <Check size={14} aria-hidden="true" className="shrink-0" />}
                  <bdi className={`min-w-0 flex-1 truncate text-left ${mono ? 'font-mono text-sm' : ''}`}>
                    {text}
                  </bdi>
                  {count !== undefined && (
                    <span className="font-mono text-sm text-muted">{shownNumber(count, isExact)}</span>
                  )}
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}

export const shownNumber = (count: number, isExact: boolean) =>
  `${count.toLocaleString('en')}${isExact ? '' : '+'}`

const PAUSE = 150

type TextFilterProps = { label: string; name: string; type: 'search' | 'text'; placeholder?: string }

/** The address follows when the reader pauses; the text follows the address on the way back. */
export function TextFilter({ label, name, type, placeholder }: TextFilterProps) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const given = params.get(name) ?? ''
  const [text, setText] = useState(given)
  const sent = useRef(given)

  useEffect(() => {
    if (given === sent.current) return
    sent.current = given
    setText(given)
  }, [given])

  const send = useEffectEvent(() => {
    const value = text.trim()
    if (value === sent.current) return
    // Only the first letter adds a step to the history.
    const isFirst = sent.current === ''
    sent.current = value
    const to = withValue(params, name, value)
    navigate(to, { replace: !isFirst, state: IN_PLACE })
  })

  useEffect(() => {
    if (text.trim() === sent.current) return undefined
    const pausing = setTimeout(() => send(), PAUSE)
    return () => clearTimeout(pausing)
  }, [text])

  return (
    <Field
      label={label}
      name={name}
      type={type}
      value={text}
      placeholder={placeholder}
      maxLength={MAX_LENGTH.search}
      autoComplete="off"
      onChange={({ target }) => setText(target.value)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') send()
      }}
    />
  )
}

export function SkillFilter() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const id = useId()
  const prefix = text.trim()
  const asked = useDebounced(prefix)
  const { data: offered = [] } = useSkillsQuery({ query: { prefix: asked } }, { skip: asked === '' })

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
