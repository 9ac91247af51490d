import { Cooked } from './cooked.tsx'
import { splitLinks } from './split-links.ts'

// Kerning between any two letters makes a browser set the whole word anew for each of its lines: seconds for
// thousands of them without a space.
const ENDLESS_WORD = /\S{300}/

type Props = {
  text: string
  /** What the server made of the text; a server may know plain text only. */
  html?: string
  id?: string
  className?: string
}

/** What someone wrote: as the server set it, or else with its lines kept and its addresses links. */
export function Prose({ text, html, id, className = '' }: Props) {
  if (typeof html === 'string') return <Cooked html={html} id={id} className={className} />
  return (
    <p
      id={id}
      dir="auto"
      className={`whitespace-pre-wrap ${ENDLESS_WORD.test(text) ? '[font-kerning:none]' : ''} ${className}`}
    >
      {splitLinks(text).map(({ kind, value, at }) =>
        kind === 'link' ? (
          <a
            key={at}
            href={value}
            target="_blank"
            rel="nofollow ugc noopener"
            className="text-link [unicode-bidi:isolate]"
          >
            {value}
          </a>
        ) : (
          value
        ),
      )}
    </p>
  )
}
