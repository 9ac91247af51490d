import { Cooked } from './cooked.tsx'
import { splitLinks } from './split-links.ts'

// With kerning, a browser lays out a whole word again for each of its lines, which takes seconds for
// thousands of lines without a space.
const ENDLESS_WORD = /\S{300}/

type Props = {
  text: string
  /** The text rendered to HTML; a server may only have plain text. */
  html?: string
  id?: string
  className?: string
}

/** The text of a member: as HTML from the server, or else as plain text with line breaks and links. */
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
