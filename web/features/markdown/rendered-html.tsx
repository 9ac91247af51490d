import { memo, useEffect, useLayoutEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { copyCode, enhanceHtml } from './enhance-html.ts'

// With kerning, browsers lay out an endless word again for each of its lines.
const ENDLESS_WORD = /[^\s<>]{300}/

type Props = { html: string; id?: string; className?: string }

export const RenderedHtml = memo(function RenderedHtml({ html, id, className = '' }: Props) {
  const root = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()

  // biome-ignore lint/correctness/useExhaustiveDependencies: other HTML means other elements
  useLayoutEffect(() => (root.current ? enhanceHtml(root.current) : undefined), [html])

  useEffect(() => {
    const element = root.current
    const onClick = (event: MouseEvent) => {
      if (!(event.target instanceof Element)) return
      const button = event.target.closest<HTMLButtonElement>('.code-copy')
      if (button) void copyCode(button)
      const address = ownAddress(event, event.target.closest('a'))
      if (address === undefined) return
      event.preventDefault()
      navigate(address)
    }
    element?.addEventListener('click', onClick)
    return () => element?.removeEventListener('click', onClick)
  }, [navigate])

  return (
    <div
      ref={root}
      id={id}
      dir="auto"
      className={`rendered-html ${ENDLESS_WORD.test(html) ? '[font-kerning:none]' : ''} ${className}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our server renders this HTML from Markdown and allows only a list of harmless elements and attributes; the content security policy also blocks scripts
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
})

function ownAddress(event: MouseEvent, link: HTMLAnchorElement | null): string | undefined {
  if (!link || event.defaultPrevented || event.button !== 0) return undefined
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  if (link.origin !== location.origin || /^\/(api|pictures)\//.test(link.pathname)) return undefined
  return link.pathname + link.search + link.hash
}
