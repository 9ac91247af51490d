const HOUR = 8
const STEP = 15 * 60_000
const DAY = 24 * 60 * 60_000

export function nextMorning(now: number, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('en', {
    timeZone,
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  })
  for (let at = now - (now % STEP) + STEP; at < now + 2 * DAY; at += STEP) {
    const time = new Map(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    if (time.get('hour') === HOUR && time.get('minute') === 0) return at
  }
  return now + DAY
}

export function isMonday(now: number, timeZone: string): boolean {
  return new Intl.DateTimeFormat('en', { timeZone, weekday: 'short' }).format(now) === 'Mon'
}
