import type { ComponentProps, ReactNode } from 'react'
import { OwnColumn } from '../accounts/own-column.tsx'
import { useAppSelector } from '../store.ts'
import { PageTop } from './page.tsx'

type Props = {
  children: ReactNode
  /** What belongs beside the page; absent where there is nothing. */
  aside?: ReactNode
  /** Without something beside it, the page may take that place as well. */
  wide?: boolean
  /** Whether the way to the own profile and the settings is there on small screens too. */
  own?: boolean
}

/** The columns of a page: yourself, what is read, and what belongs beside it. */
export function Frame({ children, aside, wide = false, own = false }: Props) {
  const isMember = useAppSelector((state) => state.auth.token !== null)
  return (
    <div className={`frame ${isMember ? '' : 'frame-open'}`}>
      {isMember && <OwnColumn always={own} />}
      <div className={`relative min-w-0 ${wide ? 'columns:col-span-2' : ''}`}>{children}</div>
      {aside && <div className="min-w-0 columns:sticky columns:top-20 print:hidden">{aside}</div>}
    </div>
  )
}

type PageProps = ComponentProps<typeof PageTop> & Omit<Props, 'children'>

/** A screen in its columns. */
export function Page({ aside, wide, own, ...top }: PageProps) {
  return (
    <Frame {...{ aside, wide, own }}>
      <PageTop {...top} />
    </Frame>
  )
}
