import { useLocation, useNavigate } from 'react-router'
import { logOut } from './accounts/account-calls.ts'
import { profileCleared } from './profiles/profile-slice.ts'
import { useAppDispatch, useAppSelector } from './store.ts'
import { Link } from './ui/link.tsx'
import { ThemeSwitch } from './ui/theme-switch.tsx'

const item = 'rounded-lg px-1.5 py-1 sm:px-3 sm:py-1.5 hover:bg-sunken hover:text-ink'

export function Navbar() {
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-canvas print:hidden">
      <nav
        aria-label="Main"
        className="mx-auto flex min-h-14 max-w-5xl flex-wrap items-center justify-between gap-x-1 px-4 sm:px-6"
      >
        <Link to="/" className="flex items-center gap-2 rounded-lg py-2 font-semibold tracking-tight">
          <img src="/favicon.svg" alt="" width={28} height={28} />
          <span className="max-sm:sr-only">DevConnector</span>
        </Link>
        <div className="flex items-center gap-0.5 text-[0.9375rem] font-medium text-muted sm:gap-1">
          <Links />
          <ThemeSwitch />
        </div>
      </nav>
    </header>
  )
}

/** Nothing while it is unknown who is here, so that no wrong link is offered. */
function Links() {
  const { isAuthenticated, loading } = useAppSelector((state) => state.auth)
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  if (loading) return null
  if (!isAuthenticated) {
    return (
      <>
        <Item to="/profiles">Developers</Item>
        <Item to="/register">Register</Item>
        <Item to="/login">Login</Item>
      </>
    )
  }

  function leave() {
    dispatch(profileCleared())
    dispatch(logOut())
    // Who leaves on purpose is not brought back to this page at the next login.
    navigate('/login')
  }

  return (
    <>
      <Item to="/profiles">Developers</Item>
      <Item to="/posts">Posts</Item>
      <Item to="/dashboard">Dashboard</Item>
      <button type="button" onClick={leave} className={item}>
        Logout
      </button>
    </>
  )
}

function Item({ to, children }: { to: string; children: string }) {
  const { pathname } = useLocation()
  return (
    <Link
      to={to}
      aria-current={pathname === to ? 'page' : undefined}
      className={`${item} aria-[current=page]:text-ink`}
    >
      {children}
    </Link>
  )
}
