import type { ReactNode } from 'react'

/** A line in the voice of the landing page, for places where there is nothing yet, or nothing any more. */
export function Prompt({ children }: { children: ReactNode }) {
  return (
    <p className="font-mono text-sm text-muted" aria-hidden="true">
      <span className="text-accent">$</span> {children}
    </p>
  )
}
