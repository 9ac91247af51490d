import type { ReactNode } from 'react'

export function Notice({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-fresh-soft px-4 py-2 text-fresh">
      <p className="mr-auto">{text}</p>
      <div className="flex gap-2">{children}</div>
    </div>
  )
}
