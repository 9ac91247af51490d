import { useState } from 'react'
import { Checkbox } from './field.tsx'

/**
 * The type for password inputs, and the switch that shows them. The switch follows the submit button, which is the
 * first control after the inputs, and is shown before it: the form must be a grid whose last row has `order-2`.
 */
export function useShownPassword() {
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
