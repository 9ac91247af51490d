import { RenderedHtml } from './rendered-html.tsx'
import { splitLinks } from './split-links.ts'

// With kerning, browsers lay out an endless word again for each line: seconds for thousands of lines.
const ENDLESS_WORD = /\S{300}/

type Props = {
  text: string
  html?: string
  id?: string
  className?: string
}

export function Prose({ text, html, id, className = '' }: Props) {
  if (typeof html === 'string') return <RenderedHtml html={html} id={id} className={className} />
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
