import { plural } from './plural.ts'

/** In the reader's time zone. Without Intl, which takes a browser 30 ms to start. */
export function formatDay(moment: string): string {
  const date = new Date(moment)
  return [twoDigits(date.getDate()), twoDigits(date.getMonth() + 1), date.getFullYear()].join('/')
}

export function formatTime(moment: string): string {
  const date = new Date(moment)
  return [date.getHours(), date.getMinutes()].map(twoDigits).join(':')
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

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const monthAndYear = (month: number, year: number) => `${MONTHS[month - 1]} ${year}`

type CalendarDate = { year: number; month: number; day: number }

/** Undefined for what other servers may send instead of a date. */
function parseDate(date: string): CalendarDate | undefined {
  const [year = 0, month = 0, day = 0] = date.slice(0, 10).split('-').map(Number)
  return month >= 1 && month <= 12 && day >= 1 ? { year, month, day } : undefined
}

function formatMonth(date: string): string {
  const parsed = parseDate(date)
  return parsed ? monthAndYear(parsed.month, parsed.year) : formatDate(date)
}

/** As in a CV: "Sep 2022 – now · 4 yrs 2 mos". */
export function formatTenure(from: string | null, to: string | null, now = new Date()): string {
  if (from === null) return to === null ? 'Now' : `Until ${formatMonth(to)}`
  const months = `${formatMonth(from)} – ${to === null ? 'now' : formatMonth(to)}`
  const today = { year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() }
  const length = formatLength(parseDate(from), to === null ? today : parseDate(to))
  return length ? `${months} · ${length}` : months
}

/** Both days count, so that a calendar year is a year. */
function formatLength(from: CalendarDate | undefined, to: CalendarDate | undefined): string {
  if (!from || !to) return ''
  const end = new Date(to.year, to.month - 1, to.day + 1)
  const months = (end.getFullYear() - from.year) * 12 + end.getMonth() + 1 - from.month
  const fullMonths = end.getDate() < from.day ? months - 1 : months
  if (months < 0) return ''
  const years = Math.floor(fullMonths / 12)
  const rest = years === 0 ? Math.max(fullMonths, 1) : fullMonths % 12
  const parts = [years > 0 && plural(years, 'yr'), rest > 0 && plural(rest, 'mo')]
  return parts.filter(Boolean).join(' ')
}

/** Ids of this server are UUIDv7, which begin with the time; other servers may have other ids. */
export function monthOfId(id: string): string | undefined {
  const [, high, low] = /^([\da-f]{8})-([\da-f]{4})-7/.exec(id) ?? []
  if (!high || !low) return undefined
  const date = new Date(Number.parseInt(high + low, 16))
  return monthAndYear(date.getMonth() + 1, date.getFullYear())
}
