import { splitLinks } from './split-links.ts'

// Kerning between any two letters makes a browser set the whole word anew for each of its lines: seconds for
// thousands of them without a space.
const ENDLESS_WORD = /\S{300}/

/** What someone wrote: its lines kept, its words never too long, its addresses links, nothing else alive. */
export function Prose({ text, id, className = '' }: { text: string; id?: string; className?: string }) {
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
