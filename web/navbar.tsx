import { Link, useLocation } from 'react-router'
import { logOut } from './accounts/account-calls.ts'
import { profileCleared } from './profiles/profile-slice.ts'
import { useAppDispatch, useAppSelector } from './store.ts'
import { ThemeSwitch } from './ui/theme-switch.tsx'

const item = 'rounded-lg px-1.5 py-1.5 whitespace-nowrap hover:bg-sunken hover:text-ink sm:px-3'

export function Navbar() {
  return (
    <header className="top-0 z-20 border-b border-line bg-canvas sm:sticky print:hidden">
      <nav
        aria-label="Main"
        className="mx-auto flex min-h-14 max-w-5xl flex-wrap items-center gap-x-2 px-4 sm:px-6"
      >
        <Link to="/" className="flex items-center gap-2 rounded-lg py-2 font-semibold tracking-tight">
          <img src="/favicon.svg" alt="" width={28} height={28} />
          DevConnector
        </Link>
        {/* On a phone a row of its own, kept free while it is unknown what goes there. */}
        <div className="flex min-h-11 items-center gap-1 font-medium text-muted max-sm:order-last max-sm:-mx-1.5 max-sm:gap-0.5 max-sm:text-sm sm:text-[0.9375rem] max-sm:w-full max-sm:pb-1 sm:ml-auto">
          <Links />
        </div>
        <div className="max-sm:ml-auto">
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
      className={`${item} aria-[current=page]:bg-sunken aria-[current=page]:text-ink`}
    >
      {children}
    </Link>
  )
}
