import { useMemo } from 'react'
import { shallowEqual } from 'react-redux'
import { useAppSelector } from '../../../app/state/store.ts'

const NOBODY: string[] = []

export function useHiddenPeople(): Set<string> {
  // Reloading the account makes new lists, mostly of the same people.
  const muted = useAppSelector((state) => state.auth.user?.muted ?? NOBODY, shallowEqual)
  const blocked = useAppSelector((state) => state.auth.user?.blocked ?? NOBODY, shallowEqual)
  return useMemo(() => new Set([...muted, ...blocked]), [muted, blocked])
}

export function useWithoutHidden<Item extends { user: string }>(items: Item[]): Item[] {
  const hidden = useHiddenPeople()
  return useMemo(
    () => (hidden.size === 0 ? items : items.filter(({ user }) => !hidden.has(user))),
    [items, hidden],
  )
}
