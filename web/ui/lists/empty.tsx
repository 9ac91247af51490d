import type { ReactNode } from 'react'

export function Empty({ command, children }: { command: string; children: ReactNode }) {
  return (
    <div className="card grid justify-items-start gap-3 bg-sunken p-5">
      <Prompt>{command}</Prompt>
      {children}
    </div>
  )
}

export function Prompt({ children }: { children: ReactNode }) {
  return (
    <p className="font-mono text-sm text-muted" aria-hidden="true">
      <span className="text-accent">$</span> {children}
    </p>
  )
}
