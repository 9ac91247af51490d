import { Bookmark, Settings } from 'lucide-react'
import { type ComponentProps, type ReactNode, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import { useAppSelector } from '../../app/state/store.ts'
import { useIsExtended } from '../../app/state/use-site.ts'
import { Avatar } from '../avatar.tsx'
import { PageTop } from './page.tsx'

type Props = {
  children: ReactNode
  aside?: ReactNode
  wide?: boolean
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

const icon = { size: 18, 'aria-hidden': true, className: 'mx-0.75 shrink-0' }

/** Does not repeat the name, which the page may have. */
function AccountColumn({ children }: { children?: ReactNode }) {
  const isExtended = useIsExtended()
  const user = useAppSelector((state) => state.auth.user)
  return (
    <section aria-label="You" className="columns:sticky columns:top-20 print:hidden">
      {user && (
        <ul className="flex flex-wrap gap-x-4 sm:gap-x-6 columns:block">
          {/* By the handle, so that a link by the id is the author's. Not "profile", which may not exist yet. */}
          {isExtended && (
            <Item to={`/@${user.handle}`} pages={[`/@${user.handle}`, `/profile/${user._id}`]}>
              <Avatar id={user._id} name={user.name} src={user.avatar ?? ''} size="tiny" />
              Your page
            </Item>
          )}
          {isExtended && (
            <Item to="/bookmarks" pages={['/bookmarks']}>
              <Bookmark {...icon} />
              Bookmarks
            </Item>
          )}
          <Item to="/settings" pages={['/settings']}>
            <Settings {...icon} />
            Settings
          </Item>
        </ul>
      )}
      {children}
    </section>
  )
}

function Item({ to, pages, children }: { to: string; pages: string[]; children: ReactNode }) {
  const { pathname } = useLocation()
  const isBelow = pathname.startsWith(`${to}/`)
  return (
    <li>
      <Link
        to={to}
        aria-current={pages.includes(pathname) ? 'page' : isBelow || undefined}
        className="side-link max-sm:gap-1.5"
      >
        {children}
      </Link>
    </li>
  )
}

/** `--breakpoint-columns` in app/styles/theme.css. */
const COLUMNS = '(width >= 68.75rem)'

export const useHasColumns = (): boolean => useSyncExternalStore(onWidth, () => matchMedia(COLUMNS).matches)

function onWidth(changed: () => void): () => void {
  const columns = matchMedia(COLUMNS)
  columns.addEventListener('change', changed)
  return () => columns.removeEventListener('change', changed)
}
