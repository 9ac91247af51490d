import type { ReactNode } from 'react'
import { Prompt } from './prompt.tsx'

/** Shown in place of an empty list, with one useful action. */
export function Empty({ command, children }: { command: string; children: ReactNode }) {
  return (
    <div className="card grid justify-items-start gap-3 bg-sunken p-5">
      <Prompt>{command}</Prompt>
      {children}
    </div>
  )
}
