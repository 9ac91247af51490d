import type { ComponentProps, MouseEvent } from 'react'
import { useHref, useLocation, useNavigate } from 'react-router'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string; state?: unknown }

/** A link within the page. One to the page that is open makes no further entry in the history. */
export function Link({ to, state, onClick, ...rest }: LinkProps) {
  const href = useHref(to)
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const opensElsewhere =
      event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (event.defaultPrevented || opensElsewhere) return
    event.preventDefault()
    navigate(to, { state, replace: href === pathname + search + hash })
  }

  return <a {...rest} href={href} onClick={follow} />
}
