/** In the reader's time zone. Without Intl, which takes a browser 30 ms to start. */
export function formatDay(moment: string): string {
  const date = new Date(moment)
  return [twoDigits(date.getDate()), twoDigits(date.getMonth() + 1), date.getFullYear()].join('/')
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

let exact: Intl.DateTimeFormat | undefined

export function formatExactly(moment: string): string {
  exact ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })
  return exact.format(new Date(moment))
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Empty after a month, when the date says more. */
export function formatAge(moment: string, now = Date.now()): string {
  const age = now - Date.parse(moment)
  if (age < MINUTE) return 'just now'
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`
  if (age < DAY) return `${Math.floor(age / HOUR)} h ago`
  if (age < 31 * DAY) return `${Math.floor(age / DAY)} d ago`
  return ''
}

/** Without Date, because a time zone would shift it. */
export function formatDate(date: string): string {
  return date.slice(0, 10).replaceAll('-', '/')
}

export function formatPeriod(from: string | null, to: string | null): string {
  const end = to === null ? ' Now' : ` ${formatDate(to)}`
  return from === null ? end.trim() : `${formatDate(from)} -${end}`
}
