import type { ReactNode } from 'react'

export function Prompt({ children }: { children: ReactNode }) {
  return (
    <p className="font-mono text-sm text-muted" aria-hidden="true">
      <span className="text-accent">$</span> {children}
    </p>
  )
}
