import { describe, expect, it } from 'vitest'
import { cpuTimeOf } from '../../test-support/cpu-time.ts'
import { deviceName } from '../../web/features/accounts/device-name.ts'
import { isWebAddress, splitLinks } from '../../web/features/markdown/split-links.ts'
import { initials } from '../../web/ui/avatar.tsx'
import { formatDate, formatDay, formatPeriod, formatTenure, monthOfId } from '../../web/ui/dates.ts'

describe('dates', () => {
  it.each([
    ['UTC', '15/11/2026'],
    ['America/Los_Angeles', '14/11/2026'],
    ['America/New_York', '14/11/2026'],
    ['Europe/Berlin', '15/11/2026'],
    ['Asia/Tokyo', '15/11/2026'],
    ['Pacific/Kiritimati', '15/11/2026'],
  ])('a time is DD/MM/YYYY in the time zone %s', (zone, day) => {
    const before = process.env.TZ
    process.env.TZ = zone
    expect(formatDay('2026-11-15T02:30:00.000Z')).toBe(day)
    process.env.TZ = before
  })

  it.each(['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati'])(
    'a calendar date is the same in %s',
    (zone) => {
      const before = process.env.TZ
      process.env.TZ = zone
      expect(formatDate('2020-01-01')).toBe('2020/01/01')
      process.env.TZ = before
    },
  )

  it.each([
    ['2020-01-01', null, '2020/01/01 - Now'],
    ['2020-01-01', '2021-12-31', '2020/01/01 - 2021/12/31'],
    [null, '2021-12-31', '2021/12/31'],
    [null, null, 'Now'],
  ])('from %s to %s reads %s', (from, to, text) => expect(formatPeriod(from, to)).toBe(text))

  it.each([
    ['2022-09-15', null, 'Sep 2022 – now · 4 yrs 2 mos'],
    ['2020-01-01', '2021-12-31', 'Jan 2020 – Dec 2021 · 2 yrs'],
    ['2020-01-31', '2020-02-28', 'Jan 2020 – Feb 2020 · 1 mo'],
    ['2020-02-01', '2021-02-01', 'Feb 2020 – Feb 2021 · 1 yr'],
    ['2026-11-17', null, 'Nov 2026 – now · 1 mo'],
    ['2027-01-01', null, 'Jan 2027 – now'],
    ['2020-01-01T00:00:00.000Z', '2020-03-31T00:00:00.000Z', 'Jan 2020 – Mar 2020 · 3 mos'],
    ['soon', null, 'soon – now'],
    [null, '2021-12-31', 'Until Dec 2021'],
    [null, null, 'Now'],
  ])('on a CV, from %s to %s reads %s', (from, to, text) => {
    expect(formatTenure(from, to, new Date(2026, 10, 17))).toBe(text)
  })

  it('the time in an id of this server is the month of joining', () => {
    expect(monthOfId('0195d0c0-0000-7000-8000-000000000000')).toBe('Mar 2025')
    expect(monthOfId('507f1f77bcf86cd799439011')).toBeUndefined()
  })
})

describe('links in a text', () => {
  const links = (text: string) =>
    splitLinks(text)
      .filter(({ kind }) => kind === 'link')
      .map(({ value }) => value)

  it.each([
    ['see https://a.example/b?c=d#e now', ['https://a.example/b?c=d#e']],
    ['(https://a.example/wiki/X_(y)).', ['https://a.example/wiki/X_(y)']],
    ['end: http://a.example.', ['http://a.example']],
    ['HTTPS://A.EXAMPLE/', ['HTTPS://A.EXAMPLE/']],
    ['javascript:alert(1) data:text/html,x ftp://a.example', []],
    ['https://', []],
    ['<a href="https://a.example">x</a>', ['https://a.example']],
    ['https://a.example/\u202egnp.exe', ['https://a.example/']],
  ])('of %j are %j', (text, expected) => expect(links(text)).toEqual(expected))

  it('loses no text', () => {
    const text = 'a https://b.example, c\n\nhttps://d.example/(e) f'
    expect(
      splitLinks(text)
        .map(({ value }) => value)
        .join(''),
    ).toBe(text)
  })

  it('is quick on ten thousand brackets', () => {
    const time = cpuTimeOf(() => {
      splitLinks(`https://a.example/${'()'.repeat(5000)}${')'.repeat(5000)}x`)
      splitLinks('https://('.repeat(1200))
    })
    expect(time).toBeLessThan(200)
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', ' https ://x', '//a.example', 'https://'])(
    '%j is not linked',
    (address) => expect(isWebAddress(address)).toBe(false),
  )
})

describe('initials', () => {
  it.each([
    ['Ada Lin', 'AL'],
    ['ada maria lin', 'AL'],
    ['Plato', 'P'],
    ['  ', ''],
    ['\u202eEvil Name', 'EN'],
    ['😀 Smile', '😀S'],
    ['Ada (Countess)', 'AC'],
    ['👩\u200d👧🎉', '👩'],
  ])('of %j are %j', (name, letters) => expect(initials(name)).toBe(letters))
})

describe('a device', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 'Chrome on Linux'],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140 Safari/537.36 Edg/140', 'Edge on Windows'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', 'Safari on iOS'],
    ['curl/8.0', 'curl/8.0'],
    ['', 'Unknown device'],
  ])('%j is %s', (agent, name) => expect(deviceName(agent)).toBe(name))
})
