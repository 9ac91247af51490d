import { useLocation } from 'react-router'
import { HandlePage } from './people/handle-page.tsx'
import { NotFound } from './ui/not-found.tsx'

/** `/@handle` or nothing: the router has no parameter for a part of a segment. */
export function ElsewherePage() {
  const { pathname } = useLocation()
  if (pathname.startsWith('/@')) return <HandlePage />
  return (
    <NotFound
      command="cd here"
      heading="Page not found"
      lead="There is nothing at this address."
      back={{ to: '/', text: 'Back to the start' }}
    />
  )
}
