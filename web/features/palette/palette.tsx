import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { MAX_LENGTH } from '../../../contract/limits.ts'
import { Button } from '../../ui/button.tsx'
import { useGo } from '../../ui/routing/use-go.ts'
import { useMaySearch } from '../search/use-may-search.ts'
import { matching } from './commands.ts'
import type { Choice, Group } from './commands-and-hits.ts'
import { isCommandK } from './keyboard/find-key.ts'
import { OptionList, optionId } from './option-list.tsx'
import { useCommands } from './use-commands.ts'
import { usePaletteHits } from './use-palette-hits.ts'

/** The browser returns the focus when the dialog closes. */
export function Palette({ onClose }: { onClose: () => void }) {
  const listId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const go = useGo()
  const [text, setText] = useState('')
  const [activeKey, setActiveKey] = useState<string>()
  const typed = text.trim()
  const commands = useCommands()
  const searchAll = useSearchAll(typed)
  const { groups: found, isBusy, hasFailed } = usePaletteHits(typed)
  // What needs no response comes first, so that nothing moves when the response arrives.
  const doable = matching(commands, typed)
  const groups = [...doable, ...searchAll, ...found].filter(({ choices }) => choices.length > 0)
  const choices = groups.flatMap(({ choices }) => choices)
  // The link to all results does not count.
  const count = [...doable, ...found].flatMap(({ choices }) => choices).length
  const active = choices.find(({ key }) => key === activeKey) ?? choices[0]

  /** The dialog's close event comes a frame later; until then, its key would not open it again. */
  function close() {
    dialog.current?.close()
    onClose()
  }

  // Before the browser handles the next key, so that no letter is lost.
  useLayoutEffect(() => {
    dialog.current?.showModal()
  }, [])

  function choose({ to, run }: Choice) {
    close()
    if (to === undefined) run()
    else go(to)
  }

  const activate = (choice: Choice | undefined) => setActiveKey(choice?.key)

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { key, currentTarget: field, nativeEvent } = event
    if (nativeEvent.isComposing) return
    const at = active ? choices.indexOf(active) : -1
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
    if (isCommandK(nativeEvent) || key === 'Escape') close()
    else if (hasModifier) return
    else if (key === 'ArrowDown') activate(choices[(at + 1) % choices.length])
    else if (key === 'ArrowUp') activate(choices.at(at - 1))
    // Within the text these move the caret; at its edges they move through the list.
    else if (key === 'Home' && field.selectionEnd === 0) activate(choices[0])
    else if (key === 'End' && field.selectionStart === text.length) activate(choices.at(-1))
    else if (key === 'Enter' && active) choose(active)
    else return
    event.preventDefault()
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
      <div className="flex max-h-[min(34rem,75dvh)] flex-col">
        <div className="flex items-center gap-3 border-b border-line py-1 pr-2 pl-5">
          <Search size={18} aria-hidden="true" className="shrink-0 text-muted" />
          <input
            type="text"
            role="combobox"
            aria-label="Search or type a command"
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-expanded={choices.length > 0}
            aria-controls={choices.length > 0 ? listId : undefined}
            aria-activedescendant={active && optionId(listId, active)}
            placeholder="Search or type a command"
            value={text}
            maxLength={MAX_LENGTH.search}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            onChange={({ target }) => {
              setText(target.value)
              setActiveKey(undefined)
            }}
            onKeyDown={onKeyDown}
            className="min-h-11 min-w-0 flex-1 bg-transparent text-[1rem] outline-none"
          />
          <Button variant="quiet" size="action" aria-label="Close" title="Close (Esc)" onClick={close}>
            <X size={18} aria-hidden="true" />
          </Button>
        </div>
        {choices.length > 0 && (
          <OptionList
            id={listId}
            groups={groups}
            active={active}
            isBusy={isBusy}
            onPoint={activate}
            onChoose={choose}
          />
        )}
        {/* Keeps its place while the next response is awaited. */}
        <p
          role="status"
          className={
            count === 0 || hasFailed ? 'min-h-12 border-t border-line px-5 py-3 text-muted' : 'sr-only'
          }
        >
          {!isBusy && outcome(count, hasFailed)}
        </p>
      </div>
    </dialog>
  )
}

function outcome(count: number, hasFailed: boolean): string {
  if (hasFailed) return "Search isn't responding. Try again."
  if (count === 0) return 'No results. Try fewer or shorter words.'
  return `${count} ${count === 1 ? 'result' : 'results'}`
}

function useSearchAll(typed: string): Group[] {
  const { people, posts } = useMaySearch()
  if (typed === '' || !people) return []
  const to = `${posts ? '/search' : '/profiles'}?q=${encodeURIComponent(typed)}`
  const text = `${posts ? 'All results for' : 'All people matching'} “${typed}”`
  return [{ name: 'Search', choices: [{ key: 'search', text, to, icon: Search }] }]
}
