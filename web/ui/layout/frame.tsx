import type { ComponentProps, ReactNode } from 'react'
import { useAppSelector } from '../../app/state/store.ts'
import { AccountColumn } from './account-column.tsx'
import { useHasColumns } from './has-columns.ts'
import { PageTop } from './page.tsx'

type Props = {
  children: ReactNode
  aside?: ReactNode
  /** Without an aside, the content may also use the right column. */
  wide?: boolean
  /** Shown in windows without columns, too. */
  accountLinks?: boolean
  nav?: ReactNode
}

export function Frame({ children, aside, wide = false, accountLinks = false, nav }: Props) {
  const isMember = useAppSelector((state) => state.auth.token !== null)
  const hasColumns = useHasColumns()
  return (
    <div className={`frame ${isMember ? '' : 'frame-open'}`}>
      {isMember && (hasColumns || accountLinks) && <AccountColumn>{nav}</AccountColumn>}
      <div className={`relative min-w-0 ${wide ? 'columns:col-span-2' : ''}`}>{children}</div>
      {aside && <div className="min-w-0 columns:sticky columns:top-20 print:hidden">{aside}</div>}
    </div>
  )
}

type PageProps = ComponentProps<typeof PageTop> & Omit<Props, 'children'>

export function Page({ aside, wide, accountLinks, nav, ...top }: PageProps) {
  return (
    <Frame {...{ aside, wide, accountLinks, nav }}>
      <PageTop {...top} />
    </Frame>
  )
}
