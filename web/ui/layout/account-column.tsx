import type { ReactNode } from 'react'
import { useAppSelector } from '../../app/state/store.ts'
import { Avatar } from '../avatar.tsx'
import { Link } from '../routing/link.tsx'

const item =
  'flex min-h-10 items-center gap-3 rounded-lg px-2 font-medium text-muted max-sm:gap-2 max-sm:px-1.5 hover:bg-sunken hover:text-ink'

/** Does not repeat the name, which the page may have. */
export function AccountColumn({ always, children }: { always: boolean; children?: ReactNode }) {
  const user = useAppSelector((state) => state.auth.user)
  return (
    <section
      aria-label="You"
      className={`columns:sticky columns:top-20 print:hidden ${always ? '' : 'max-columns:hidden'}`}
    >
      {user && (
        <ul className="-mx-2 flex flex-wrap sm:gap-x-2 columns:flex-col columns:gap-1">
          {/* By the handle, so that a link by the id is the author's. Not "profile", which may not exist yet. */}
          {user.handle && (
            <li>
              <Link to={`/@${user.handle}`} className={item}>
                <Avatar id={user._id} name={user.name} src={user.avatar ?? ''} size="small" />
                Your page
              </Link>
            </li>
          )}
          {user.role && (
            <li>
              <Link to="/bookmarks" className={`${item} columns:pl-[3.25rem]`}>
                Bookmarks
              </Link>
            </li>
          )}
          <li>
            <Link to="/settings" className={`${item} columns:pl-[3.25rem]`}>
              Settings
            </Link>
          </li>
        </ul>
      )}
      {children}
    </section>
  )
}
