import { type RefObject, useState } from 'react'
import { focusOnItem } from '../../../ui/lists/focus.ts'

/** At the end the focus goes to the item, not to the top of the page. */
export function useEditing(inside: RefObject<Element | null>) {
  const [isEditing, setEditing] = useState(false)
  return {
    isEditing,
    startEditing: () => setEditing(true),
    endEditing() {
      const moveFocus = focusOnItem(inside.current)
      setEditing(false)
      moveFocus()
    },
  }
}
