import { expect, test } from 'vitest'
import { SettingError } from '../../server/platform/process/setting.ts'
import { readSettings } from '../../server/platform/process/settings.ts'

test('every setting has a default that works', () => {
  const settings = readSettings({})
  expect(settings).toMatchObject({
    port: 5000,
    host: 'localhost',
    databaseUrl: 'sqlite:data/devconnector.db',
    codeHost: { kind: 'github', url: 'https://api.github.com', token: undefined },
    avatarUrl: 'https://gravatar.com/avatar',
    rateLimit: true,
    trustProxy: false,
    logLevel: 'info',
  })
  const blank = Object.fromEntries(['PORT', 'HOST', 'DATABASE_URL', 'RATE_LIMIT'].map((name) => [name, ' ']))
  expect(readSettings(blank)).toEqual(settings)
})

test.each([
  ['PORT', '0', { port: 0 }],
  ['PORT', ' 8080 ', { port: 8080 }],
  ['HOST', '::', { host: '::' }],
  ['PUBLIC_URL', 'https://community.example/', { publicUrl: 'https://community.example' }],
  ['PUBLIC_URL', 'http://localhost:5000', { publicUrl: 'http://localhost:5000' }],
  ['DATABASE_URL', 'sqlite::memory:', { databaseUrl: 'sqlite::memory:' }],
  ['DATABASE_URL', 'postgresql://a:b@c/d', { databaseUrl: 'postgresql://a:b@c/d' }],
  [
    'GITHUB_API_URL',
    'http://localhost:3000/api/v3/',
    { codeHost: { kind: 'github', url: 'http://localhost:3000/api/v3', token: undefined } },
  ],
  ['GITHUB_TOKEN', ' t ', { codeHost: { kind: 'github', url: 'https://api.github.com', token: 't' } }],
  [
    'AVATAR_URL',
    'https://seccdn.libravatar.org/avatar/',
    { avatarUrl: 'https://seccdn.libravatar.org/avatar' },
  ],
  ['RATE_LIMIT', 'off', { rateLimit: false }],
  ['TRUST_PROXY', '10.0.0.0/8, ::1', { trustProxy: expect.any(Function) }],
  ['TRUST_PROXY', 'loopback', { trustProxy: expect.any(Function) }],
  ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
])('%s may be %j', (name, value, expected) => {
  expect(readSettings({ [name]: value })).toMatchObject(expected)
})

test.each([
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80a'],
  ['PORT', '1e3'],
  ['HOST', 'not a host'],
  ['HOST', 'http://localhost'],
  ['PUBLIC_URL', 'community.example'],
  ['PUBLIC_URL', 'ftp://community.example'],
  ['PUBLIC_URL', 'https://community.example/forum'],
  ['PUBLIC_URL', 'https://user:secret@community.example'],
  ['PUBLIC_URL', 'https://community.example/?x'],
  ['DATABASE_URL', 'sqlite:'],
  ['DATABASE_URL', 'data.db'],
  ['DATABASE_URL', 'postgres://'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['CODE_HOST', 'bitbucket'],
  ['GITHUB_API_URL', 'api.github.com'],
  ['GITHUB_API_URL', 'ftp://api.github.com'],
  ['GITHUB_API_URL', 'https://'],
  ['AVATAR_URL', 'gravatar.com'],
  ['AVATAR_URL', 'javascript:x'],
  ['RATE_LIMIT', 'no'],
  ['RATE_LIMIT', 'true'],
  ['TRUST_PROXY', 'yes'],
  ['TRUST_PROXY', 'example.com'],
  ['TRUST_PROXY', '10.0.0'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '::1, 999.1.1.1'],
  ['LOG_LEVEL', 'loud'],
])('%s must not be %j, and the message says why', (name, value) => {
  const read = () => readSettings({ [name]: value })
  expect(read).toThrow(SettingError)
  expect(read).toThrow(
    new RegExp(`^${name} must be .+, but it is "${value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}"\\.$`),
  )
})

test('a number of proxies is the number of trusted forwarders, counted from the last', () => {
  const { trustProxy } = readSettings({ TRUST_PROXY: '2' })
  if (typeof trustProxy !== 'function') throw new Error('A number makes a function')
  expect([0, 1, 2, 3].map((hop) => trustProxy('203.0.113.7', hop))).toEqual([true, true, false, false])
})

test('another code host needs its address', () => {
  const gitlab = { CODE_HOST: 'gitlab', CODE_HOST_URL: 'https://git.example/', CODE_HOST_TOKEN: 't' }
  expect(readSettings(gitlab).codeHost).toEqual({ kind: 'gitlab', url: 'https://git.example', token: 't' })
  expect(() => readSettings({ CODE_HOST: 'gitea' })).toThrow(
    /^CODE_HOST_URL must be an http or https address/,
  )
  expect(() => readSettings({ CODE_HOST: 'gitea', CODE_HOST_URL: 'git.example' })).toThrow(/CODE_HOST_URL/)
})

test('sign-in providers are GitHub and up to five of OpenID Connect', () => {
  const { providers } = readSettings({
    GITHUB_CLIENT_ID: 'id',
    GITHUB_CLIENT_SECRET: 'secret',
    GITHUB_URL: 'https://git.example/',
    OIDC_ISSUER: 'https://one.example',
    OIDC_CLIENT_ID: 'one',
    OIDC_5_ISSUER: 'https://five.example/',
    OIDC_5_CLIENT_ID: 'five',
    OIDC_5_TRUSTED: 'on',
    OIDC_5_ROLE_CLAIM: 'https://five.example/roles:a=b=admin,mods=moderator',
    OIDC_6_ISSUER: 'https://six.example',
  })
  expect(providers).toMatchObject([
    { id: 'github', url: 'https://git.example', apiUrl: 'https://git.example/api/v3', trusted: false },
    { id: 'oidc', name: 'one.example', trusted: false, roleClaim: undefined },
    { id: 'oidc-5', name: 'five.example', trusted: true },
  ])
  const [, , five] = providers
  expect(five && 'roleClaim' in five && five.roleClaim).toEqual({
    name: 'https://five.example/roles',
    roles: new Map([
      ['a=b', 'admin'],
      ['mods', 'moderator'],
    ]),
  })
})

const ONE = { OIDC_ISSUER: 'https://one.example', OIDC_CLIENT_ID: 'one' }

test.each<[Record<string, string>, RegExp]>([
  [{ PASSWORD_SIGN_IN: 'off' }, /PASSWORD_SIGN_IN/],
  [{ GITHUB_CLIENT_ID: 'id' }, /GITHUB_CLIENT_SECRET/],
  [{ OIDC_2_ISSUER: 'https://two.example' }, /OIDC_2_CLIENT_ID/],
  [{ ...ONE, OIDC_2_ISSUER: 'https://one.example/', OIDC_2_CLIENT_ID: 'two' }, /same issuer/],
  [{ ...ONE, OIDC_ROLE_CLAIM: 'groups' }, /OIDC_ROLE_CLAIM/],
  [{ ...ONE, OIDC_ROLE_CLAIM: 'groups:admins' }, /OIDC_ROLE_CLAIM/],
  [{ ...ONE, OIDC_ROLE_CLAIM: 'groups:admins=owner' }, /OIDC_ROLE_CLAIM/],
  [{ ...ONE, OIDC_ROLE_CLAIM: ':admins=admin' }, /OIDC_ROLE_CLAIM/],
])('the settings %o are refused', (settings, message) => {
  expect(() => readSettings(settings)).toThrow(message)
})
