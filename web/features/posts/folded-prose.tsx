import { type FocusEvent, type ReactNode, useId, useState } from 'react'
import { Prose } from '../markdown/prose.tsx'
import { isLong } from './is-long.ts'

type Props = { text: string; html?: string; className?: string; children?: ReactNode }

export function FoldedProse({ text, html, className = '', children }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  if (!isLong(text, html !== undefined)) {
    return (
      <>
        <Prose text={text} html={html} className={className} />
        {children}
      </>
    )
  }
  const folded = html === undefined ? 'folded-box folded' : 'folded-box folded-blocks'

  /** The focused element must be visible, so focusing a link below the fold unfolds the text. */
  function onFocus({ target, currentTarget }: FocusEvent) {
    const end = currentTarget.getBoundingClientRect().bottom
    if (target.getBoundingClientRect().bottom > end) setOpen(true)
  }

  return (
    <div className="flex flex-col">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the focus events of the links inside bubble up to it */}
      <div onFocus={onFocus}>
        <Prose id={id} text={text} html={html} className={`${className} ${isOpen ? '' : folded}`} />
      </div>
      <div className="order-1">{children}</div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="text-link -mx-1 min-h-9 self-start rounded px-1 text-sm font-medium pointer-coarse:min-h-11"
      >
        {isOpen ? 'Show less' : 'Show more'}
      </button>
    </div>
  )
}
