import { Check } from 'lucide-react'

/** Amber, like everything solved or new. */
export function SolvedBadge({ children }: { children: string }) {
  return (
    <span className="rounded-md bg-fresh-soft px-2 text-sm font-medium whitespace-nowrap text-fresh">
      <Check size={14} aria-hidden="true" className="-mt-0.5 mr-1 inline" />
      {children}
    </span>
  )
}

export function QuestionBadge({
  post: { question, solved },
}: {
  post: { question?: boolean; solved?: boolean }
}) {
  if (!question) return null
  if (solved) return <SolvedBadge>Solved</SolvedBadge>
  return (
    <span className="rounded-md bg-sunken px-2 text-sm font-medium whitespace-nowrap text-muted">
      Question
    </span>
  )
}
