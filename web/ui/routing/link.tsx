import type { ComponentProps, MouseEvent } from 'react'
import { createPath, useLocation, useNavigate } from 'react-router'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string; state?: unknown }

/** The router's own Link brings its prefetching, which the page does not use. */
export function Link({ to, state, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate()
  const location = useLocation()

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const opensElsewhere =
      event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (event.defaultPrevented || opensElsewhere) return
    event.preventDefault()
    navigate(to, { state, replace: to === createPath(location) })
  }

  return <a {...rest} href={to} onClick={follow} />
}
