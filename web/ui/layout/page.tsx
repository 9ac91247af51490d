import { type ReactNode, useEffect, useRef } from 'react'
import type { Head } from '../../../contract/pages/heads.ts'
import { useHead } from '../routing/head.ts'
import { takeFocusRequest } from '../routing/route-change.tsx'

type Props = {
  title?: string
  heading: ReactNode
  lead?: ReactNode
  children?: ReactNode
}

/** Its heading takes the focus when the page opens. */
export function NarrowPage(props: Props) {
  return (
    <div className="mx-auto w-full max-w-md px-4 py-8 sm:px-6 sm:py-12">
      <PageTop {...props} />
    </div>
  )
}

export function PageTop({ title, heading, lead, children }: Props) {
  return (
    <>
      <PageHeading head={{ title }} className="text-2xl font-semibold">
        {heading}
      </PageHeading>
      {lead && <p className="mt-1 text-muted">{lead}</p>}
      <div className="mt-6">{children}</div>
    </>
  )
}

type HeadingProps = { head?: Partial<Head>; className: string; children: ReactNode }

export function PageHeading({ head = {}, className, children }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useHead(head)

  useEffect(() => {
    // A form focuses its first field.
    const isFocused = document.activeElement?.closest('main form')
    if (takeFocusRequest() && !isFocused) heading.current?.focus({ preventScroll: true })
  }, [])

  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}
