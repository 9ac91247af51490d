import { useEffect, useRef } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { RenderedHtml } from '../markdown/rendered-html.tsx'
import type { Choice, Group } from './commands-and-hits.ts'

type Props = {
  id: string
  groups: Group[]
  active: Choice | undefined
  isBusy: boolean
  onPoint: (choice: Choice) => void
  onChoose: (choice: Choice) => void
}

/** The focus stays in the field, which refers to the active option. */
export function OptionList({ id, groups, active, isBusy, onPoint, onChoose }: Props) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Choices"
      aria-busy={isBusy}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2"
    >
      {groups.map(({ name, choices }, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset may not be in a listbox
        <div key={name} role="group" aria-labelledby={`${id}-group-${index}`} className="pb-2">
          <div id={`${id}-group-${index}`} className="caption px-2 py-1">
            {name}
          </div>
          {choices.map((choice) => (
            <Option
              key={choice.key}
              id={optionId(id, choice)}
              choice={choice}
              isActive={choice === active}
              onPoint={() => onPoint(choice)}
              onChoose={() => onChoose(choice)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

export const optionId = (listId: string, { key }: Choice): string => `${listId}-${encodeURIComponent(key)}`

type OptionProps = {
  id: string
  choice: Choice
  isActive: boolean
  onPoint: () => void
  onChoose: () => void
}

function Option({ id, choice, isActive, onPoint, onChoose }: OptionProps) {
  const { text, note, excerpt, person, icon: Icon } = choice
  const option = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the field, which has the focus
    <div
      ref={option}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={onPoint}
      onClick={onChoose}
      className="list-option flex min-h-10 scroll-my-9 items-center gap-3 px-2 py-1 pointer-coarse:min-h-11"
    >
      <span className="grid w-8 shrink-0 place-items-center self-start text-muted">
        {person && <Avatar id={person._id} name={person.name} src={person.avatar} size="small" />}
        {Icon && <Icon size={18} aria-hidden="true" className="mt-1.5" />}
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <bdi className="min-w-0 truncate font-medium">{text}</bdi>
          {note && <span className="truncate font-mono text-sm text-muted">{note}</span>}
        </div>
        {excerpt !== undefined && <RenderedHtml html={excerpt} className="line-clamp-2 text-sm text-muted" />}
      </div>
    </div>
  )
}
