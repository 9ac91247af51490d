import { type RefObject, useEffect, useEffectEvent } from 'react'

type Events = HTMLElementEventMap

export function useListener<Type extends keyof Events>(
  element: RefObject<HTMLElement | null>,
  type: Type,
  handler: (event: Events[Type]) => void,
): void {
  const handle = useEffectEvent(handler)
  useEffect(() => {
    const target = element.current
    const listener = (event: Events[Type]) => handle(event)
    target?.addEventListener(type, listener)
    return () => target?.removeEventListener(type, listener)
  }, [element, type])
}
