import { type ReactNode, useState } from 'react'
import { Checkbox } from './field.tsx'

/** Password inputs with a show/hide switch. The children receive the type for their inputs. */
export function PasswordFields({ children }: { children: (type: 'password' | 'text') => ReactNode }) {
  const [isShown, setShown] = useState(false)
  return (
    <>
      {children(isShown ? 'text' : 'password')}
      <Checkbox
        label="Show what I type"
        checked={isShown}
        onChange={(event) => setShown(event.target.checked)}
      />
    </>
  )
}
