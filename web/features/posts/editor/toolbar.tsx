import { Bold, Code, ImagePlus, Italic, Link, List, type LucideIcon, TextQuote } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { isApple } from '../../../ui/is-apple.ts'
import { PICTURE_TYPES } from '../../pictures/upload-picture.ts'
import { applyEdit, selectedIn } from './apply-edit.ts'
import { makeLink, type Selected, type TextEdit, toggleCode, toggleLines, toggleMark } from './text-edit.ts'

type Tool = { name: string; key?: string; edit: (given: Selected) => TextEdit }

const tools = {
  bold: { name: 'Bold', key: 'b', edit: (given) => toggleMark(given, '**') },
  italic: { name: 'Italic', key: 'i', edit: (given) => toggleMark(given, '_') },
  link: { name: 'Link', key: 'k', edit: makeLink },
  code: { name: 'Code', key: 'e', edit: toggleCode },
  list: { name: 'List', edit: (given) => toggleLines(given, '- ') },
  quote: { name: 'Quote', edit: (given) => toggleLines(given, '> ') },
} satisfies Record<string, Tool>

export function toolOf(event: globalThis.KeyboardEvent): Tool | undefined {
  const isCommand = isApple() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
  if (!isCommand || event.altKey || event.shiftKey) return undefined
  const pressed = event.key.toLowerCase()
  return Object.values<Tool>(tools).find(({ key }) => key === pressed)
}

function describeTool({ name, key }: Tool): string {
  return key ? `${name} (${isApple() ? '⌘' : 'Ctrl+'}${key.toUpperCase()})` : name
}

const icons: [Tool, LucideIcon][] = [
  [tools.bold, Bold],
  [tools.italic, Italic],
  [tools.link, Link],
  [tools.code, Code],
  [tools.list, List],
  [tools.quote, TextQuote],
]

const buttonClass =
  'grid h-8 min-w-6 flex-1 place-items-center rounded-lg text-muted -outline-offset-2 hover:bg-sunken hover:text-ink sm:w-9 sm:flex-none pointer-coarse:h-11'

type Props = { area: RefObject<HTMLTextAreaElement | null>; onFiles: (files: Iterable<File>) => void }

/** One tab stop; arrow keys move between the buttons. */
export function Toolbar({ area, onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [stop, setStop] = useState(0)

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    if (at === -1 || next === undefined) return
    event.preventDefault()
    const index = (next + buttons.length) % buttons.length
    setStop(index)
    buttons[index]?.focus()
  }

  const button = (index: number) => ({
    type: 'button' as const,
    tabIndex: index === stop ? 0 : -1,
    className: buttonClass,
    onFocus: () => setStop(index),
    // The textarea keeps the focus, so that a phone keeps its keyboard open.
    onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
  })

  return (
    <div role="toolbar" aria-label="Formatting" onKeyDown={move} className="flex max-sm:flex-1 sm:ml-auto">
      {icons.map(([tool, Icon], index) => (
        <button
          key={tool.name}
          {...button(index)}
          aria-label={tool.name}
          title={describeTool(tool)}
          onClick={() => area.current && applyEdit(area.current, tool.edit(selectedIn(area.current)))}
        >
          <Icon size={16} aria-hidden="true" />
        </button>
      ))}
      <button
        {...button(icons.length)}
        aria-label="Picture"
        title="Picture (or paste or drop one)"
        onClick={() => input.current?.click()}
      >
        <ImagePlus size={16} aria-hidden="true" />
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={PICTURE_TYPES.join()}
        aria-label="Pictures"
        onChange={({ target }) => {
          onFiles(target.files ?? [])
          target.value = ''
        }}
      />
    </div>
  )
}
