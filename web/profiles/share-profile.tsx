import { Check, Link2, Printer } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'

const CONFIRMED_FOR = 2_000

/** Buttons to copy the link of a profile and to print it. */
export function ShareProfile() {
  const [isCopied, setCopied] = useState(false)

  async function copy() {
    const address = location.origin + location.pathname
    try {
      await navigator.clipboard.writeText(address)
      setCopied(true)
      setTimeout(() => setCopied(false), CONFIRMED_FOR)
    } catch {
      // Only pages loaded over https may write to the clipboard.
      prompt('The address of this profile', address)
    }
  }

  return (
    <div className="-mx-3 flex print:hidden">
      <Button look="quiet" size="small" onClick={copy}>
        {isCopied ? <Check size={16} aria-hidden="true" /> : <Link2 size={16} aria-hidden="true" />}
        <span aria-live="polite">{isCopied ? 'Copied' : 'Copy link'}</span>
      </Button>
      <Button look="quiet" size="small" onClick={() => print()}>
        <Printer size={16} aria-hidden="true" /> Print CV
      </Button>
    </div>
  )
}
