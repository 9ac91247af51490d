import { Link, useLocation } from 'react-router'
import { useAppSelector } from '../../app/state/store.ts'
import { cappedCount } from '../../ui/capped-count.ts'
import { BellIcon } from '../../ui/icons.tsx'

export function Bell() {
  const unread = useAppSelector((state) => state.auth.user?.unread)
  const { pathname } = useLocation()
  if (unread === undefined) return null
  return (
    <Link
      to="/notifications"
      aria-current={pathname === '/notifications' ? 'page' : undefined}
      aria-label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
      title="Notifications"
      className="relative grid size-9 place-items-center rounded-lg text-muted pointer-coarse:size-11 hover:bg-sunken hover:text-ink aria-[current]:text-ink"
    >
      <BellIcon isFilled={unread > 0} />
      {unread > 0 && <Count count={unread} />}
    </Link>
  )
}

function Count({ count }: { count: number }) {
  return (
    <span
      aria-hidden="true"
      className="absolute -top-0.5 left-1/2 min-w-5 rounded-full border-2 border-canvas bg-fresh px-1 text-center font-mono text-[0.6875rem]/4 font-semibold whitespace-nowrap text-canvas"
    >
      {cappedCount(count)}
    </span>
  )
}
