import type { ReactNode } from 'react'

/** A shell-like line in the style of the landing page, for empty and missing pages. */
export function Prompt({ children }: { children: ReactNode }) {
  return (
    <p className="font-mono text-sm text-muted" aria-hidden="true">
      <span className="text-accent">$</span> {children}
    </p>
  )
}
