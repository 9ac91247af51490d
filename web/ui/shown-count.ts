const MOST_SHOWN = 99

/** How many notifications are unread, in few characters. */
export function shownCount(unread: number): string {
  return unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread)
}
