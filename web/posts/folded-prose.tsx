import { useId, useState } from 'react'
import { Prose } from '../ui/prose.tsx'

const LINES = 12
/** A text that is hardly longer than what is shown of it is better shown whole. */
const SLACK = 3

/** A long text shows its first lines; the rest is a press away. */
export function FoldedProse({ text, className = '' }: { text: string; className?: string }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  if (!isLong(text)) return <Prose text={text} className={className} />
  return (
    <>
      <Prose id={id} text={text} className={`${className} ${isOpen ? '' : 'folded'}`} />
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="text-link -mx-1 min-h-9 rounded px-1 text-sm font-medium pointer-coarse:min-h-11"
      >
        {isOpen ? 'Show less' : 'Show more'}
      </button>
    </>
  )
}

/** Estimated, not measured: measuring would make the browser lay out every entry of a long list at once. */
function isLong(text: string): boolean {
  const perLine = innerWidth < 640 ? 42 : 76
  let lines = 0
  for (const line of text.split('\n', LINES + SLACK + 1))
    lines += Math.max(1, Math.ceil(width(line) / perLine))
  return lines > LINES + SLACK
}

/** Wide characters, such as those of Chinese, take the room of two. */
const width = (line: string) =>
  line.length + (line.match(/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uff00-\uff60]/g)?.length ?? 0)
