import { splitLinks } from './split-links.ts'

/** What someone wrote: its lines kept, its words never too long, its addresses links, nothing else alive. */
export function Prose({ text, id, className = '' }: { text: string; id?: string; className?: string }) {
  return (
    <p id={id} dir="auto" className={`whitespace-pre-wrap ${className}`}>
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
