import { useLayoutEffect, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import { useAppSelector } from '../../app/state/store.ts'
import { lazyOffline } from './lazy-offline.ts'

const MOST = 6
/** Titles by address, oldest first. What they show is in the store, so they open without a connection. */
const loaded = new Map<string, string>()
let loadedFor: string | undefined

lazyOffline.remember = (title) => {
  if (!navigator.onLine) return
  const address = location.pathname + location.search
  loaded.delete(address)
  loaded.set(address, title)
  const [oldest] = loaded.keys()
  if (oldest !== undefined && loaded.size > MOST) loaded.delete(oldest)
}

function onConnectionChange(listener: () => void): () => void {
  const controller = new AbortController()
  addEventListener('online', listener, { signal: controller.signal })
  addEventListener('offline', listener, { signal: controller.signal })
  return () => controller.abort()
}

export function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    onConnectionChange,
    () => navigator.onLine,
    () => true,
  )
  const { pathname, search } = useLocation()
  const userId = useAppSelector((state) => state.auth.user?._id)
  // A layout effect runs before the effect that remembers the current page.
  useLayoutEffect(() => {
    if (userId !== loadedFor) loaded.clear()
    loadedFor = userId
  }, [userId])
  if (isOnline) return null
  const others = [...loaded].reverse().filter(([address]) => address !== pathname + search)
  return (
    <section
      aria-label="Offline"
      aria-live="polite"
      className="card fixed right-4 bottom-[4.5rem] z-20 max-w-70 px-4 py-1.5 text-sm shadow-lg sm:right-6 sm:bottom-6 print:hidden"
    >
      <details>
        <summary className="py-1 font-medium">You're offline</summary>
        <p className="mt-1 text-muted">
          {others.length > 0 ? 'You can still open:' : "Pages open again when you're back online."}
        </p>
        <ul>
          {others.map(([address, title]) => (
            <li key={address} className="truncate">
              <Link to={address} className="text-link inline-block rounded py-0.5">
                <bdi>{title}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}

lazyOffline.Notice = OfflineNotice
