import { Command } from 'cmdk'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { MAX_LENGTH } from '../../../contract/limits.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { plural } from '../../ui/plural.ts'
import { useGo } from '../../ui/routing/use-go.ts'
import { RenderedHtml } from '../markdown/rendered-html.tsx'
import { useMaySearch } from '../search/use-may-search.ts'
import { type Choice, type Group, matching, useCommands } from './commands.ts'
import { isCommandK } from './keys.ts'
import { usePaletteHits } from './use-palette-hits.ts'

const LABEL = 'Search or type a command'

export function Palette({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const go = useGo()
  const [text, setText] = useState('')
  const typed = text.trim()
  const commands = useCommands()
  const searchAll = useSearchAll(typed)
  const { groups: found, isBusy, hasFailed } = usePaletteHits(typed)
  // What needs no response comes first, so that nothing moves when the response arrives.
  const doable = matching(commands, typed)
  const groups = [...doable, ...searchAll, ...found].filter(({ choices }) => choices.length > 0)
  const count = [...doable, ...found].flatMap(({ choices }) => choices).length

  /** The dialog's close event comes a frame later; until then, its key would not open it again. */
  function close() {
    dialog.current?.close()
    onClose()
  }

  // Before the browser handles the next key, so that no letter is lost.
  useLayoutEffect(() => {
    dialog.current?.showModal()
    dialog.current?.querySelector('input')?.focus()
  }, [])

  function choose({ to, run }: Choice) {
    close()
    if (to === undefined) run()
    else go(to)
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { key, currentTarget: field, nativeEvent } = event
    if (!nativeEvent.isComposing && (isCommandK(nativeEvent) || key === 'Escape')) {
      event.preventDefault()
      close()
    }
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
    const isInText =
      (key === 'Home' && field.selectionEnd !== 0) || (key === 'End' && field.selectionStart !== text.length)
    // These keys are the field's; at the edges of its text, Home and End move through the list.
    if (hasModifier || isInText) event.stopPropagation()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it too
    <dialog
      ref={dialog}
      aria-label="Search"
      onClose={onClose}
      // Only a click on the backdrop has the dialog as its target.
      onClick={({ target, currentTarget }) => target === currentTarget && close()}
      className="mx-auto mt-2 w-[calc(100%-1rem)] max-w-xl overflow-hidden rounded-xl border border-line bg-surface text-ink shadow-lg backdrop:bg-[rgb(0_0_0/0.4)] sm:mt-[12vh]"
    >
      <Command
        label={LABEL}
        shouldFilter={false}
        vimBindings={false}
        loop
        className="flex max-h-[min(34rem,75dvh)] flex-col outline-none"
      >
        <div className="flex items-center gap-3 border-b border-line py-1 pr-2 pl-5">
          <Search size={18} aria-hidden="true" className="shrink-0 text-muted" />
          <Command.Input asChild value={text} onValueChange={setText}>
            <input
              role="combobox"
              aria-haspopup="listbox"
              aria-expanded={groups.length > 0}
              placeholder={LABEL}
              maxLength={MAX_LENGTH.search}
              autoCapitalize="off"
              enterKeyHint="go"
              onKeyDown={onKeyDown}
              className="min-h-11 min-w-0 flex-1 bg-transparent text-[1rem] outline-none"
            />
          </Command.Input>
          <Button variant="quiet" size="action" aria-label="Close" title="Close (Esc)" onClick={close}>
            <X size={18} aria-hidden="true" />
          </Button>
        </div>
        <Command.List
          label="Choices"
          aria-busy={isBusy}
          hidden={groups.length === 0}
          className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2"
        >
          {groups.map(({ name, choices }) => (
            <Command.Group
              key={name}
              heading={<span className="caption block px-2 py-1">{name}</span>}
              className="pb-2"
            >
              {choices.map((choice) => (
                <Option key={choice.key} choice={choice} onChoose={() => choose(choice)} />
              ))}
            </Command.Group>
          ))}
        </Command.List>
        <p
          role="status"
          className={
            count === 0 || hasFailed ? 'min-h-12 border-t border-line px-5 py-3 text-muted' : 'sr-only'
          }
        >
          {!isBusy && outcome(count, hasFailed)}
        </p>
      </Command>
    </dialog>
  )
}

function Option({ choice, onChoose }: { choice: Choice; onChoose: () => void }) {
  const { key, text, note, excerpt, person, icon: Icon } = choice
  return (
    <Command.Item
      value={key}
      onSelect={onChoose}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
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
    </Command.Item>
  )
}

function outcome(count: number, hasFailed: boolean): string {
  if (hasFailed) return "Search isn't responding. Try again."
  if (count === 0) return 'No results. Try fewer or shorter words.'
  return plural(count, 'result')
}

function useSearchAll(typed: string): Group[] {
  const { people, posts } = useMaySearch()
  if (typed === '' || !people) return []
  const to = `${posts ? '/search' : '/profiles'}?q=${encodeURIComponent(typed)}`
  const text = `${posts ? 'All results for' : 'All people matching'} “${typed}”`
  return [{ name: 'Search', choices: [{ key: 'search', text, to, icon: Search }] }]
}
