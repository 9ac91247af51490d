import { type ReactNode, useEffect, useRef } from 'react'
import { takeFocusRequest } from './route-change.tsx'

const widths = { narrow: 'max-w-md', normal: 'max-w-3xl', wide: 'max-w-5xl' }

type Props = {
  /** What the browser tab says; the heading where none is given. */
  title?: string
  heading: ReactNode
  lead?: ReactNode
  width?: keyof typeof widths
  children?: ReactNode
}

/** One screen: its title, its heading, which takes the focus when the page opens, and what follows. */
export function Page({ title, heading, lead, width = 'normal', children }: Props) {
  return (
    <div className={`mx-auto w-full px-4 py-8 sm:px-6 sm:py-12 print:p-0 ${widths[width]}`}>
      <PageHeading title={title ?? String(heading)} className="text-3xl font-semibold">
        {heading}
      </PageHeading>
      {lead && <p className="mt-2 text-lg text-muted">{lead}</p>}
      <div className="mt-6">{children}</div>
    </div>
  )
}

type HeadingProps = { title: string; className: string; children: ReactNode }

export function PageHeading({ title, className, children }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    document.title = title === SITE ? SITE : `${title} · ${SITE}`
  }, [title])

  useEffect(() => {
    if (takeFocusRequest()) heading.current?.focus({ preventScroll: true })
  }, [])

  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}

export const SITE = 'Developer Connector'
