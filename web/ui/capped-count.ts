const MOST_SHOWN = 99

export function cappedCount(unread: number): string {
  return unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread)
}
