import { availableParallelism } from 'node:os'
import { levels } from 'pino'
import { readTrust, type Trust } from '../http/client-address.ts'
import { githubUrls, type ProviderSettings, readSignIn } from './provider-settings.ts'
import {
  type Environment,
  matching,
  oneOf,
  onOrOff,
  type Read,
  type ReadOptional,
  SettingError,
  urlMatching,
  webAddress,
} from './setting.ts'

export type Settings = {
  port: number
  host: string
  publicUrl: string | undefined
  databaseUrl: string
  databaseConnections: number
  workers: number
  /** `url` is that of GitHub's API, or of the GitLab or Gitea server; `accounts` that of accounts on GitHub. */
  codeHost: {
    kind: (typeof CODE_HOSTS)[number]
    url: string
    token: string | undefined
    accounts: string | undefined
  }
  avatarUrl: string
  rateLimit: boolean
  trustProxy: false | Trust
  logLevel: string
  smtpUrl: string | undefined
  mailFrom: string | undefined
  mailLimit: number
  providers: ProviderSettings[]
  passwordSignIn: boolean
  metricsToken: string | undefined
}

export function readSettings(env: Environment): Settings {
  const read: Read = (name, fallback, parse, requirement) => {
    const text = env[name]?.trim() || fallback
    const value = parse(text)
    if (value === undefined) throw new SettingError(`${name} must be ${requirement}, but it is "${text}".`)
    return value
  }
  const readOptional: ReadOptional = (name, parse, requirement) =>
    env[name]?.trim() ? read(name, '', parse, requirement) : undefined
  if (env.DATABASE_URL?.trim() === 'sqlite::memory:' && !/^1?$/.test(env.WORKERS?.trim() ?? '')) {
    throw new SettingError('WORKERS needs a DATABASE_URL that all of them can open, not sqlite::memory:.')
  }
  if (env.SMTP_URL?.trim() && !(env.MAIL_FROM?.trim() && env.PUBLIC_URL?.trim())) {
    throw new SettingError('SMTP_URL needs MAIL_FROM, the sender, and PUBLIC_URL, to which mails link.')
  }
  return {
    port: read('PORT', '5000', portNumber, 'a port number from 0 to 65535'),
    host: read('HOST', 'localhost', hostName, 'a host name or an IP address'),
    publicUrl: readOptional('PUBLIC_URL', siteOrigin, 'an http or https address without a path'),
    databaseUrl: read(
      'DATABASE_URL',
      'sqlite:data/devconnector.db',
      databaseUrl,
      'sqlite:PATH, sqlite::memory: or postgres://…',
    ),
    databaseConnections: read('DATABASE_CONNECTIONS', '10', numberTo(1_000), 'a number from 1 to 1000'),
    workers: read('WORKERS', '1', workerCount, 'a number from 1 to 128, or "auto"'),
    codeHost: readCodeHost(env, read),
    avatarUrl: read('AVATAR_URL', 'https://gravatar.com/avatar', webAddress, 'an http or https address'),
    rateLimit: read('RATE_LIMIT', 'on', onOrOff, '"on" or "off"'),
    trustProxy: read(
      'TRUST_PROXY',
      'off',
      readTrust,
      '"off", the number of proxies in front, or their addresses separated by commas',
    ),
    smtpUrl: readOptional('SMTP_URL', smtpUrl, 'smtp://… or smtps://…'),
    mailFrom: readOptional(
      'MAIL_FROM',
      sender,
      'an email, or a name and an email as in "Connector <hello@example.com>"',
    ),
    mailLimit: read('MAIL_LIMIT', '1000', numberTo(999_999), 'a number from 1 to 999999'),
    ...readSignIn(env, read, readOptional),
    metricsToken: env.METRICS_TOKEN?.trim() || undefined,
    logLevel: read('LOG_LEVEL', 'info', oneOf(LOG_LEVELS), `one of ${LOG_LEVELS.join(', ')}`),
  }
}

const CODE_HOSTS = ['github', 'gitlab', 'gitea'] as const

function readCodeHost(env: Environment, read: Read): Settings['codeHost'] {
  const kind = read('CODE_HOST', 'github', oneOf(CODE_HOSTS), `one of ${CODE_HOSTS.join(', ')}`)
  const token = env.CODE_HOST_TOKEN?.trim() || undefined
  const address = 'an http or https address'
  const github = githubUrls(read)
  if (kind === 'github') {
    const [web, api] = [new URL(github.url), new URL(github.apiUrl)]
    const isSameHost = [web.hostname, `api.${web.hostname}`].includes(api.hostname)
    const accounts = isSameHost ? github.url : undefined
    return { kind, url: github.apiUrl, token: env.GITHUB_TOKEN?.trim() || token, accounts }
  }
  return {
    kind,
    accounts: undefined,
    url: read('CODE_HOST_URL', '', webAddress, `${address}, the one of the ${kind} server`),
    token,
  }
}

const LOG_LEVELS = [...Object.keys(levels.values), 'silent']

const hostName = matching(/^[\w.:-]+$/)
const sender = matching(/^(?:[^<>\r\n]*<)?[^\s<>@]+@[^\s<>@]+>?$/)
const smtpUrl = urlMatching(/^smtps?:\/\//)
const postgresUrl = urlMatching(/^postgres(?:ql)?:\/\/./)

function portNumber(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined
}

function databaseUrl(text: string): string | undefined {
  return /^sqlite:./.test(text) ? text : postgresUrl(text)
}

function numberTo(max: number) {
  return (text: string): number | undefined => {
    const number = /^\d{1,6}$/.test(text) ? Number(text) : 0
    return number >= 1 && number <= max ? number : undefined
  }
}

function workerCount(text: string): number | undefined {
  return text === 'auto' ? availableParallelism() : numberTo(128)(text)
}

function siteOrigin(text: string): string | undefined {
  const url = URL.parse(text)
  return url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/` ? url.origin : undefined
}
