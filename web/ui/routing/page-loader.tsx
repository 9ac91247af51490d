import { type ComponentType, useEffect, useState } from 'react'
import { Spinner } from '../spinner.tsx'

type PageComponent = ComponentType<{ id: string }>

export type LoadablePage = { load: () => Promise<void>; Loaded?: PageComponent }

export function page(load: () => Promise<PageComponent>): LoadablePage {
  const loadable: LoadablePage = {
    async load() {
      loadable.Loaded = await load()
    },
  }
  return loadable
}

/** Not React's `lazy`, whose fallback stays for at least 300 ms. */
export function PageLoader({ page, id = '' }: { page: LoadablePage; id?: string | undefined }) {
  const [Page, setPage] = useState(() => page.Loaded)
  const [failure, setFailure] = useState<{ error: unknown }>()
  const isLoaded = Page !== undefined

  useEffect(() => {
    if (isLoaded) return
    page.load().then(
      () => setPage(() => page.Loaded),
      (error) => setFailure({ error }),
    )
  }, [page, isLoaded])

  if (failure) throw failure.error
  return Page ? <Page id={id} /> : <Spinner />
}
