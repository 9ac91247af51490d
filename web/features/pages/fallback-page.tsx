import { useLocation } from 'react-router'
import { NotFound } from '../../ui/routing/not-found.tsx'
import { HandlePage } from '../profiles/handle-page.tsx'

/** `/@handle` or nothing: the router has no parameter for a part of a segment. */
export function FallbackPage() {
  const { pathname } = useLocation()
  if (pathname.startsWith('/@')) return <HandlePage />
  return (
    <NotFound
      command="cd here"
      heading="Page not found"
      lead="This page doesn't exist or was moved."
      back={{ to: '/', text: 'Go home' }}
    />
  )
}
