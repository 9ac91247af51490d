import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { lazyOffline } from './lazy-offline.ts'
import { Link } from './link.tsx'

const MOST = 6
/** Titles by address, oldest first. What they show is in the store, so they open without a connection. */
const loaded = new Map<string, string>()

lazyOffline.remember = (title) => {
  if (!navigator.onLine) return
  const address = location.pathname + location.search
  loaded.delete(address)
  loaded.set(address, title)
  const [oldest] = loaded.keys()
  if (oldest !== undefined && loaded.size > MOST) loaded.delete(oldest)
}

function onConnectionChange(listener: () => void): () => void {
  const left = new AbortController()
  addEventListener('online', listener, { signal: left.signal })
  addEventListener('offline', listener, { signal: left.signal })
  return () => left.abort()
}

export function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    onConnectionChange,
    () => navigator.onLine,
    () => true,
  )
  const { pathname, search } = useLocation()
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
