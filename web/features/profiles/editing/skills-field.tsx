import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useAppSelector } from '../../../app/state/store.ts'
import { Field } from '../../../ui/forms/field.tsx'
import type { ShownError } from '../../../ui/forms/use-form.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { useSkillsQuery } from '../profile-api.ts'

const OFFERED = 5

const chip =
  'flex min-h-7 max-w-full items-center gap-1.5 rounded-md border px-2 font-mono text-sm pointer-coarse:min-h-9'

const split = (text: string) => text.split(',').map((skill) => skill.trim())
const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

type Props = { defaultValue: string; showRequired?: boolean; error: ShownError | undefined }

/** The field has the comma-separated text; the chips below it are another way to change that. */
export function SkillsField({ defaultValue, showRequired, error }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(defaultValue)
  const [isChanged, setChanged] = useState(false)
  const skills = split(text)
  const last = skills.at(-1) ?? ''
  const chosen = [...new Set(skills.filter(Boolean))]
  const offered = useOffered(isChanged ? last : '', chosen)

  /** As if typed, so that the form clears the error and stores the draft. */
  function change(next: string) {
    const field = input.current
    if (!field) return
    field.setRangeText(next, 0, field.value.length, 'end')
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    field.focus()
  }

  return (
    <div>
      <Field
        ref={input}
        label="Skills"
        name="skills"
        showRequired={showRequired}
        autoComplete="off"
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setChanged(true)
        }}
        hint="Separated by commas, such as HTML, CSS, JavaScript"
        error={error}
      />
      <ul className="mt-2 flex min-h-7 flex-wrap gap-1.5 pointer-coarse:min-h-9">
        {chosen.map((skill) => (
          <li key={skill} className="min-w-0">
            <button
              type="button"
              aria-label={`Remove ${skill}`}
              onClick={() => change(skills.filter((other) => other && other !== skill).join(', '))}
              className={`${chip} border-line bg-sunken hover:border-line-strong`}
            >
              <bdi data-skill={skill} className="truncate before:content-[attr(data-skill)]" />
              <X size={14} aria-hidden="true" className="shrink-0" />
            </button>
          </li>
        ))}
        {offered.map((skill) => (
          <li key={`offered ${skill}`} className="min-w-0">
            <button
              type="button"
              aria-label={`Add ${skill}`}
              // Keeps the focus in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => change(`${[...skills.slice(0, -1).filter(Boolean), skill].join(', ')}, `)}
              className={`${chip} border-dashed border-line-strong text-muted hover:text-ink`}
            >
              <Plus size={14} aria-hidden="true" className="shrink-0" />
              <bdi data-skill={skill} className="truncate before:content-[attr(data-skill)]" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What others have that begins with the text. Servers of the specification have no such list. */
function useOffered(prefix: string, chosen: string[]): string[] {
  const isKnown = useAppSelector((state) => state.auth.user?.role !== undefined)
  const asked = useDebounced(prefix)
  const { data = [] } = useSkillsQuery(asked, { skip: !isKnown || asked === '' })
  if (prefix === '') return []
  return data
    .map(({ skill }) => skill)
    .filter((skill) => skill.toLowerCase().startsWith(prefix.toLowerCase()))
    .filter((skill) => !chosen.some((known) => isSame(known, skill)))
    .slice(0, OFFERED)
}
