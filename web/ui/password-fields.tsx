import { type ReactNode, useState } from 'react'
import { Checkbox } from './field.tsx'

/** Passwords that their writer may look at. The children get the type their inputs are to have. */
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
