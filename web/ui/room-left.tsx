/** From here on a writer is told how much room is left. */
const NEAR = 0.9

/** Nothing while there is plenty of room. Characters are counted as the server counts them. */
export function RoomLeft({ text, most }: { text: string; most: number }) {
  // Code units are never fewer than characters, so most texts need not be counted.
  const left = text.length < most * NEAR ? most : most - [...text].length
  const isNear = left <= most * (1 - NEAR)
  return (
    <p
      aria-live="polite"
      className={`font-mono text-sm empty:hidden ${left < 0 ? 'font-semibold text-danger' : 'text-muted'}`}
    >
      {isNear && (left < 0 ? `${-left} too many` : `${left} left`)}
    </p>
  )
}
