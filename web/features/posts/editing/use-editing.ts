import { type RefObject, useState } from 'react'
import { focusOnEntry } from '../../../ui/lists/focus.ts'

/** At the end the focus goes to the entry, not to the top of the page. */
export function useEditing(inside: RefObject<Element | null>) {
  const [isEditing, setEditing] = useState(false)
  return {
    isEditing,
    startEditing: () => setEditing(true),
    endEditing() {
      const moveFocus = focusOnEntry(inside.current)
      setEditing(false)
      moveFocus()
    },
  }
}
