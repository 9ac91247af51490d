import { Link, useLocation } from 'react-router'
import { SITE } from '../../contract/pages/heads.ts'
import { logOut } from '../features/accounts/session.ts'
import { Bell } from '../features/notifications/bell.tsx'
import { Logo, SearchIcon } from '../ui/icons.tsx'
import { ThemeSwitch } from '../ui/layout/theme-switch.tsx'
import { useAppDispatch, useAppSelector } from './state/store.ts'
import { useSite } from './state/use-site.ts'

export function Navbar({ onFind }: { onFind: (press: Event) => void }) {
  const { name } = useSite()
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-canvas print:hidden">
      <div className="mx-auto flex h-14 max-w-[77rem] items-center px-4 sm:gap-x-2 sm:px-6">
        <nav aria-label="Main" className="flex min-w-0 flex-1 items-center gap-x-2">
          <Link
            to="/"
            className="flex min-w-0 items-center gap-2.5 rounded-lg py-2 text-lg font-semibold tracking-tight"
          >
            <Logo />
            <bdi className="truncate">{name === SITE.name ? 'DevConnector' : name}</bdi>
          </Link>
          <div className="nav-items">
            <Links />
          </div>
        </nav>
        {/* First, because it would move the others when it appears. */}
        <Bell />
        <button
          type="button"
          onClick={({ nativeEvent }) => onFind(nativeEvent)}
          className="flex h-9 min-w-9 items-center justify-center gap-2 rounded-lg px-2 text-muted pointer-coarse:h-11 pointer-coarse:min-w-11 hover:bg-sunken hover:text-ink"
        >
          <SearchIcon />
          <span className="sr-only">Search</span>
          <span className="font-mono text-sm max-columns:hidden pointer-coarse:hidden">
            <span className="apple:hidden">Ctrl </span>
            <span className="hidden apple:inline">⌘</span>K
          </span>
        </button>
        <ThemeSwitch />
      </div>
    </header>
  )
}

/** Empty while authentication is loading, so that no wrong link appears. */
function Links() {
  const { isAuthenticated, loading } = useAppSelector((state) => state.auth)
  const isReadable = useSite().reading === 'public'
  const isModerator = useAppSelector(
    ({ auth }) => auth.user?.role === 'moderator' || auth.user?.role === 'admin',
  )
  const dispatch = useAppDispatch()
  if (loading) return null
  if (!isAuthenticated) {
    return (
      <>
        <Item to="/profiles" below={['/profile/']}>
          Developers
        </Item>
        {isReadable && (
          <Item to="/posts" below={['/posts/']}>
            Posts
          </Item>
        )}
        <Item to="/register">Register</Item>
        <Item to="/login">Login</Item>
      </>
    )
  }

  return (
    <>
      <Item to="/profiles" below={['/profile/']}>
        Developers
      </Item>
      <Item to="/posts" below={['/posts/']}>
        Posts
      </Item>
      <Item to="/dashboard" below={['/settings', '/bookmarks', '/create-', '/edit-', '/add-']}>
        Dashboard
      </Item>
      {isModerator && <Item to="/admin">Admin</Item>}
      <button type="button" onClick={() => dispatch(logOut())} className="nav-item">
        Logout
      </button>
    </>
  )
}

type ItemProps = {
  to: string
  below?: string[]
  children: string
}

function Item({ to, below = [], children }: ItemProps) {
  const { pathname } = useLocation()
  const isBelow = below.some((start) => pathname.startsWith(start))
  return (
    <Link to={to} aria-current={pathname === to ? 'page' : isBelow || undefined} className="nav-item">
      {children}
    </Link>
  )
}
