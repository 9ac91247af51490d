import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { plural } from '../../../ui/plural.ts'
import type { Completion } from './use-completion.ts'

type Props = {
  id: string
  area: RefObject<HTMLTextAreaElement | null>
  open: Completion
  onChoose: (index: number) => void
}

/** The focus stays in the textarea: it may not be a combobox, but it may have an active descendant. */
export function SuggestionList({ id, area, open, onChoose }: Props) {
  const { suggestions, active, query, place } = open
  const list = useRef<HTMLDivElement>(null)
  const activeId = `${id}-${active}`

  useEffect(() => {
    const { current: textarea } = area
    textarea?.setAttribute('aria-controls', id)
    textarea?.setAttribute('aria-activedescendant', activeId)
    return () => {
      textarea?.removeAttribute('aria-controls')
      textarea?.removeAttribute('aria-activedescendant')
    }
  }, [area, id, activeId])

  useLayoutEffect(() => {
    const { current: textarea } = area
    const { current: box } = list
    if (!textarea || !box) return
    const most = textarea.offsetLeft + textarea.offsetWidth - box.offsetWidth
    const left = textarea.offsetLeft + place.left
    box.style.left = `${Math.max(textarea.offsetLeft, Math.min(left, most))}px`
    box.style.top = `${textarea.offsetTop + Math.min(place.bottom, textarea.offsetHeight) + 4}px`
  }, [area, place])

  return (
    <>
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={query.kind === 'person' ? 'People' : 'Tags'}
        className="card appear absolute z-10 w-64 max-w-full overflow-hidden p-1 shadow-lg"
      >
        {suggestions.map(({ key, insert, person }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the textarea, which has the focus
          <div
            key={key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(index)}
            className="list-option flex min-h-9 items-center gap-2 px-2 py-1 pointer-coarse:min-h-11"
          >
            {person && <Avatar id={person._id} name={person.name} src={person.avatar} size="small" />}
            <span className="min-w-0">
              {person && <bdi className="block truncate leading-5 font-medium">{person.name}</bdi>}
              <span className="block truncate font-mono text-sm text-muted">{insert.trim()}</span>
            </span>
          </div>
        ))}
      </div>
      <p role="status" className="sr-only">
        {plural(suggestions.length, 'suggestion')}, use the arrow keys and Enter
      </p>
    </>
  )
}
