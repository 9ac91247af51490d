import type { ComponentProps, MouseEvent } from 'react'
import { useNavigator } from './browser-history.tsx'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string; state?: unknown }

/** A link to the open page adds nothing to the history. */
export function Link({ to, state, onClick, ...rest }: LinkProps) {
  const navigator = useNavigator()

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const opensElsewhere =
      event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (event.defaultPrevented || opensElsewhere) return
    event.preventDefault()
    const { pathname, search, hash } = location
    if (to === pathname + search + hash) navigator.replace(to, state)
    else navigator.push(to, state)
  }

  return <a {...rest} href={to} onClick={follow} />
}
