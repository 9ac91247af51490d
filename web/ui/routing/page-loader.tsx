import { type ComponentType, useEffect, useState } from 'react'
import { Spinner } from '../spinner.tsx'

/** The id is the second part of the address, or empty. */
export type PageComponent = ComponentType<{ id: string }>

export type LoadablePage = { load: () => Promise<PageComponent>; Loaded?: PageComponent }

/** Not React's `lazy`, whose fallback stays for at least 300 ms. */
export function PageLoader({ page, id = '' }: { page: LoadablePage; id?: string }) {
  const [Page, setPage] = useState(() => page.Loaded)
  const [failure, setFailure] = useState<{ error: unknown }>()
  const isLoaded = Page !== undefined

  useEffect(() => {
    if (isLoaded) return
    page.load().then(
      (loaded) => setPage(() => loaded),
      (error) => setFailure({ error }),
    )
  }, [page, isLoaded])

  if (failure) throw failure.error
  return Page ? <Page id={id} /> : <Spinner />
}
