import { useLocation } from 'react-router'
import { isHandlePath } from '../../ui/routing/closed-profile.ts'
import { NotFound } from '../../ui/routing/not-found.tsx'
import { Guard } from '../accounts/guard.tsx'
import { HandlePage } from '../profiles/handle-page.tsx'

/** `/@handle` or nothing: the router has no parameter for a part of a segment. */
export function FallbackPage() {
  const { pathname } = useLocation()
  if (isHandlePath(pathname)) {
    return (
      <Guard access="profile-reader">
        <HandlePage />
      </Guard>
    )
  }
  return (
    <NotFound
      command="cd here"
      heading="Page not found"
      lead="This page doesn't exist or was moved."
      back={{ to: '/', text: 'Go home' }}
    />
  )
}
