import { Check, Link2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button.tsx'

const CONFIRMED_FOR = 2_000

type Props = { text: string; children: string; question: string; className?: string }

export function CopyButton({ text, children, question, className }: Props) {
  const [isCopied, setCopied] = useState(false)

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      setTimeout(() => setCopied(false), CONFIRMED_FOR)
    } catch {
      // Only pages loaded over https may write to the clipboard.
      prompt(question, text)
    }
  }

  return (
    <Button variant="quiet" size="small" onClick={copy} className={className}>
      {isCopied ? <Check size={16} aria-hidden="true" /> : <Link2 size={16} aria-hidden="true" />}
      <span aria-live="polite">{isCopied ? 'Copied' : children}</span>
    </Button>
  )
}
