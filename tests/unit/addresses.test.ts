import { expect, test } from 'vitest'
import { addressGroup } from '../../server/platform/http/client-address.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2::', '2001:db8:1:2'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2'],
  ['2001:0db8:0001:0002:0003:0004:0005:0006', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8:0:0:0:0:0:1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('%s is counted as %s', (ip, group) => {
  expect(addressGroup(ip)).toBe(group)
})

test('IPv6 addresses of one /64 count as one', () => {
  expect(addressGroup('2001:db8:0:1::1')).toBe(addressGroup('2001:db8:0:1:ffff:ffff:ffff:ffff'))
  expect(addressGroup('2001:db8:0:1::1')).not.toBe(addressGroup('2001:db8:0:2::1'))
})
