const dayFirst: Intl.DateTimeFormatOptions = { day: '2-digit', month: '2-digit', year: 'numeric' }

const formats = new Map<string, Intl.DateTimeFormat>()

function inZone(timeZone = ''): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-GB', timeZone ? { ...dayFirst, timeZone } : dayFirst)
  formats.set(timeZone, format)
  return format
}

/** A time as DD/MM/YYYY, in the reader's time zone. */
export function formatDay(moment: string, timeZone?: string): string {
  return inZone(timeZone).format(new Date(moment))
}

let exact: Intl.DateTimeFormat | undefined

function toTheSecond(): Intl.DateTimeFormat {
  exact ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })
  return exact
}

/** A time to the second, in the reader's language and time zone. */
export function formatExactly(moment: string): string {
  return toTheSecond().format(new Date(moment))
}

/** Creating the first format takes a browser 30 ms, so it is done while the page waits for its data. */
export function prepareDates(): void {
  setTimeout(toTheSecond)
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long ago, in short form; empty after a month, when the date says more. */
export function formatAge(moment: string, now = Date.now()): string {
  const age = now - Date.parse(moment)
  if (age < MINUTE) return 'just now'
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`
  if (age < DAY) return `${Math.floor(age / HOUR)} h ago`
  if (age < 31 * DAY) return `${Math.floor(age / DAY)} d ago`
  return ''
}

/** A calendar date as YYYY/MM/DD. Does not use Date, because a time zone would shift it. */
export function formatDate(date: string): string {
  return date.slice(0, 10).replaceAll('-', '/')
}

/** The period of a credential. Without an end it is current. */
export function formatPeriod(from: string | null, to: string | null): string {
  const end = to === null ? ' Now' : ` ${formatDate(to)}`
  return from === null ? end.trim() : `${formatDate(from)} -${end}`
}
