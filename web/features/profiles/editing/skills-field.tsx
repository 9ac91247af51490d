import { X } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useIsExtended } from '../../../app/state/use-site.ts'
import { Field } from '../../../ui/forms/field.tsx'
import type { ShownError } from '../../../ui/forms/use-form.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { useSkillsQuery } from '../profile-api.ts'

const OFFERED = 5

const split = (text: string) => text.split(',').map((skill) => skill.trim())
const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** A server may take what follows the last comma for a skill. */
export const withoutLastComma = (skills: string | undefined): string => skills?.replace(/[,\s]+$/, '') ?? ''

type Props = { defaultValue: string; showRequired?: boolean; error: ShownError | undefined }

/** The field has the comma-separated text. The chips are another way to change it; they belong outside of the form. */
export function useSkillsField({ defaultValue, showRequired, error }: Props) {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(defaultValue)
  const [isTyping, setTyping] = useState(false)
  const [active, setActive] = useState(-1)
  const skills = split(text)
  const chosen = [...new Set(skills.filter(Boolean))]
  const offered = useOffered(isTyping ? (skills.at(-1) ?? '') : '', chosen)

  /** As if typed, so that the form clears the error and stores the draft. */
  function change(next: string) {
    const field = input.current
    if (!field) return
    field.setRangeText(next, 0, field.value.length, 'end')
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    field.focus()
  }

  const add = (skill: string) => change(`${[...skills.slice(0, -1).filter(Boolean), skill].join(', ')}, `)

  function onKeyDown(event: KeyboardEvent) {
    const { key } = event
    const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
    if (!isPlain || event.nativeEvent.isComposing) return
    const last = skills.at(-1)
    if (key === 'Enter' && chosen.length > 0) {
      const skill = offered[active] ?? last
      if (skill) add(skill)
    } else if (offered.length === 0) return
    else if (key === 'ArrowDown') setActive((active + 1) % offered.length)
    else if (key === 'ArrowUp') setActive(active <= 0 ? offered.length - 1 : active - 1)
    else if (key === 'Escape') setTyping(false)
    else return
    event.preventDefault()
  }

  const field = (
    <div className="relative">
      <Field
        ref={input}
        label="Skills"
        name="skills"
        showRequired={showRequired}
        autoComplete="off"
        aria-autocomplete="list"
        aria-controls={offered.length > 0 ? listId : undefined}
        aria-activedescendant={offered[active] && `${listId}-${active}`}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setTyping(true)
          setActive(-1)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setTyping(false)}
        hint="Separated by commas, such as HTML, CSS, JavaScript"
        error={error}
      />
      {offered.length > 0 && (
        <div
          id={listId}
          role="listbox"
          aria-label="Suggestions"
          className="card appear absolute top-full z-10 mt-1 w-64 max-w-full overflow-hidden p-1 shadow-lg"
        >
          {offered.map((skill, index) => (
            <div
              key={skill}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onMouseDown={(event) => {
                event.preventDefault()
                add(skill)
              }}
              className="list-option flex min-h-9 items-center px-2 font-mono text-sm pointer-coarse:min-h-11"
            >
              <bdi className="truncate">{skill}</bdi>
            </div>
          ))}
        </div>
      )}
    </div>
  )
  const chips = chosen.length > 0 && (
    <ul className="flex flex-wrap gap-1.5">
      {chosen.map((skill) => (
        <li key={skill} className="min-w-0">
          <button
            type="button"
            aria-label={`Remove ${skill}`}
            onClick={() => change(skills.filter((other) => other && other !== skill).join(', '))}
            className="flex min-h-7 max-w-full items-center gap-1.5 rounded-md border border-line bg-sunken px-2 font-mono text-sm hover:border-line-strong pointer-coarse:min-h-9"
          >
            {/* Not text: the field has it already. */}
            <bdi data-skill={skill} className="truncate before:content-[attr(data-skill)]" />
            <X size={14} aria-hidden="true" className="shrink-0" />
          </button>
        </li>
      ))}
    </ul>
  )
  return { field, chips }
}

function useOffered(prefix: string, chosen: string[]): string[] {
  const isExtended = useIsExtended()
  const asked = useDebounced(prefix)
  const { data = [] } = useSkillsQuery({ query: { prefix: asked } }, { skip: !isExtended || asked === '' })
  if (prefix === '') return []
  return data
    .map(({ skill }) => skill)
    .filter((skill) => skill.toLowerCase().startsWith(prefix.toLowerCase()))
    .filter((skill) => !chosen.some((known) => isSame(known, skill)))
    .slice(0, OFFERED)
}
