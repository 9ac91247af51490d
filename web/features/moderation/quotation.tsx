const MAX_QUOTED = 600

export function Quotation({ text }: { text: string }) {
  const chars = [...text]
  return (
    <blockquote
      dir="auto"
      className="folded mt-2 border-l-2 border-line-strong pl-3 whitespace-pre-wrap text-muted"
    >
      {chars.length > MAX_QUOTED ? `${chars.slice(0, MAX_QUOTED).join('')}…` : text}
    </blockquote>
  )
}
