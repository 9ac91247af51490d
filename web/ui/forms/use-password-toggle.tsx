import { useState } from 'react'
import { Checkbox } from './field.tsx'

/** The switch comes after the submit button, but is displayed before it: the form needs a grid with `order-2`. */
export function usePasswordToggle() {
  const [isShown, setShown] = useState(false)
  return {
    passwordType: isShown ? ('text' as const) : ('password' as const),
    showSwitch: (
      <div className="order-1">
        <Checkbox label="Show" checked={isShown} onChange={(event) => setShown(event.target.checked)} />
      </div>
    ),
  }
}
