import type { ReactNode } from 'react'
import { Prompt } from '../prompt.tsx'

export function Empty({ command, children }: { command: string; children: ReactNode }) {
  return (
    <div className="card grid justify-items-start gap-3 bg-sunken p-5">
      <Prompt>{command}</Prompt>
      {children}
    </div>
  )
}
