import type { ReactNode } from 'react'
import { Page } from '../../ui/layout/frame.tsx'
import { useHasColumns } from '../../ui/layout/has-columns.ts'

type Props = {
  heading: string
  lead: string
  box: ReactNode
  filters: ReactNode
  /** Without filters, the list has the whole page. */
  isOffered?: boolean
  used: number
  children: ReactNode
}

/** Takes the focus when one of the filters is removed. */
export const RESULTS = 'results'

/** Filters are in the right column, or else folded above the list. */
export function FilteredPage({ heading, lead, box, filters, isOffered = true, used, children }: Props) {
  const isColumn = useHasColumns()
  return (
    <Page
      heading={heading}
      lead={lead}
      wide={!isOffered}
      aside={
        isOffered &&
        isColumn && (
          <search
            aria-label="Filters"
            className="-m-2 grid max-h-[calc(100svh-6rem)] gap-6 overflow-y-auto p-2"
          >
            {filters}
          </search>
        )
      }
    >
      {isOffered && (
        <search aria-label={heading}>
          {box}
          {!isColumn && (
            <details className="mt-3">
              <summary className="min-h-11 content-center font-medium">
                {used > 0 ? `Filters (${used})` : 'Filters'}
              </summary>
              <div className="grid gap-6 pt-2 pb-4 sm:grid-cols-2">{filters}</div>
            </details>
          )}
        </search>
      )}
      {/* No box until the filters are there, because they would move it. */}
      <div id={RESULTS} tabIndex={-1} className={isOffered ? 'focus:outline-none' : 'contents'}>
        {children}
      </div>
    </Page>
  )
}
