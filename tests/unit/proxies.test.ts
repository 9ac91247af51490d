import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { clientAddress, readTrust } from '../../server/platform/http/client-address.ts'

function clientOf(trustProxy: string, forwarded: string | undefined, remoteAddress = '10.0.0.1'): string {
  const trust = readTrust(trustProxy)
  if (trust === undefined) throw new Error(`${trustProxy} is no setting`)
  const request = { socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }
  return clientAddress(request as unknown as IncomingMessage, trust)
}

describe.each(['1', '10.0.0.1', 'uniquelocal', '::ffff:10.0.0.0/104'])('behind a proxy, by %s', (trust) => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:5678', '203.0.113.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    [' \t203.0.113.7 ', '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7:1', '203.0.113.7'],
    ['rubbish,203.0.113.7', '203.0.113.7'],
    // Anything that is not an address counts as the proxy's own.
    [undefined, '10.0.0.1'],
    ['', '10.0.0.1'],
    ['203.0.113.7,', '10.0.0.1'],
    ['rubbish', '10.0.0.1'],
    ['unknown', '10.0.0.1'],
    ['203.0.113.7, _hidden', '10.0.0.1'],
    ['203.0.113.7:port', '10.0.0.1'],
    ['203.0.113.7:123456', '10.0.0.1'],
    ['203.0.113.007', '10.0.0.1'],
    ['[203.0.113.7', '10.0.0.1'],
    ['203.0.113.7]:80', '10.0.0.1'],
    ['1'.repeat(15_000), '10.0.0.1'],
    [' '.repeat(15_000), '10.0.0.1'],
  ])('%j is %s', (forwarded, expected) => {
    expect(clientOf(trust, forwarded)).toBe(expected)
  })
})

test('only what trusted proxies say is trusted, each about the one before it', () => {
  const chain = '198.51.100.1, 203.0.113.7, 192.168.0.9:80, 10.0.0.2'
  expect(clientOf('off', chain)).toBe('10.0.0.1')
  expect(clientOf('127.0.0.1', chain)).toBe('10.0.0.1')
  expect(clientOf('10.0.0.1', chain)).toBe('10.0.0.2')
  expect(clientOf('10.0.0.0/8', chain)).toBe('192.168.0.9')
  expect(clientOf('uniquelocal', chain)).toBe('203.0.113.7')
  expect(clientOf('2', chain)).toBe('192.168.0.9')
  expect(clientOf('9', chain)).toBe('198.51.100.1')
  expect(clientOf('loopback', '203.0.113.7', '::ffff:127.0.0.1')).toBe('203.0.113.7')
})

test('a list of proxies is read for 20 addresses', () => {
  expect(clientOf('loopback', `203.0.113.7,${'127.0.0.1,'.repeat(18)}127.0.0.1`, '127.0.0.1')).toBe(
    '203.0.113.7',
  )
  expect(clientOf('loopback', `203.0.113.7,${'127.0.0.1,'.repeat(19)}127.0.0.1`, '127.0.0.1')).toBe(
    '127.0.0.1',
  )
})
