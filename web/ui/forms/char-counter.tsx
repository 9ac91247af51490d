/** The share of the limit from which the counter is visible. */
const NEAR = 0.9

/** Counts code points, like the server. */
export function CharCounter({ text, max }: { text: string; max: number }) {
  // Code units are never fewer than characters, so most texts need no exact count.
  const left = text.length < max * NEAR ? max : max - [...text].length
  const isNear = left <= max * (1 - NEAR)
  return (
    <p
      aria-live="polite"
      className={`font-mono text-sm empty:hidden ${left < 0 ? 'font-semibold text-danger' : 'text-muted'}`}
    >
      {isNear && (left < 0 ? `${-left} over the limit` : `${left} left`)}
    </p>
  )
}
