import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Logger, pino } from 'pino'
import { inject } from 'vitest'
import type { Role } from '../contract/access.ts'
import type { Queryable } from '../server/database/database.ts'
import { isBusy } from '../server/database/faults.ts'
import { HashQueue } from '../server/features/accounts/passwords.ts'
import { changeRole } from '../server/features/accounts/roles.ts'
import { openSession } from '../server/features/accounts/sessions.ts'
import { TIMEOUTS } from '../server/features/search/timeouts.ts'
import { createUser } from '../server/features/sign-in/register.ts'
import { PRESSURE } from '../server/platform/http/server.ts'
import { readSettings } from '../server/platform/process/settings.ts'
import { type Running, start } from '../server/start.ts'
import { createBlank, createFromTemplate, dropDatabase, ownCluster } from '../test-support/citus.ts'
import { until } from '../test-support/polling.ts'
import { createDatabase } from '../test-support/postgres.ts'
import { query } from '../test-support/postgres-query.ts'

export type ApiResponse = {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  body: any
  headers: Headers
}

export function nextOf({ headers }: Pick<ApiResponse, 'headers'>): string | undefined {
  // RFC 8288: the target between angle brackets, then its parameters.
  return /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
}

type Options = { token?: string; body?: unknown; headers?: Record<string, string> }

export const distributed = process.env.TEST_ENGINE === 'citus'

export const engine = process.env.TEST_ENGINE === 'postgres' || distributed ? 'postgres' : 'sqlite'

// A stall of the machine is no failure.
Object.assign(TIMEOUTS, { search: 60_000, partition: 60_000 })
Object.assign(PRESSURE, { maxDelay: 60_000 })

/** The whole application on its own database, called over HTTP. */
export async function startApp(environment: Record<string, string> = {}, logger?: Logger) {
  const database = environment.DATABASE_URL ? undefined : await newDatabase()
  const settings = readSettings({
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: database?.url,
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
    // Nothing listens there; a test that needs a code host starts its own.
    GITHUB_API_URL: 'http://127.0.0.1:9',
    ...environment,
  })
  const running = await start(settings, logger ?? pino({ level: settings.logLevel }))
  return new TestApp(running, database?.drop)
}

/** Without rows, for one or more apps; a blank database has no tables either. */
export async function newDatabase({
  blank = false,
} = {}): Promise<{ url: string; drop: () => Promise<void> }> {
  if (engine === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'devconnector-test-'))
    const file = join(folder, 'test.db')
    if (!blank) copyFileSync(inject('sqliteTemplate'), file)
    return {
      url: `sqlite:${file}`,
      drop: async () => rmSync(folder, { recursive: true, force: true }),
    }
  }
  if (distributed) {
    const url = await (blank ? createBlank(inject('citusUrl')) : nextDistributedDatabase())
    return { url, drop: () => dropDistributedDatabase(url) }
  }
  const server = inject('postgresUrl')
  const url = await createDatabase(server, blank ? undefined : inject('postgresTemplate'))
  const name = new URL(url).pathname.slice(1)
  return { url, drop: async () => void (await query(server, `drop database ${name} with (force)`)) }
}

let prepared: Promise<string> | undefined

/** Creating a distributed database takes seconds, so the next one is created while this one is in use. */
async function nextDistributedDatabase(): Promise<string> {
  const create = () => createFromTemplate(inject('citusUrl'), inject('citusTemplate'))
  const url = await (prepared ?? create())
  prepared = create()
  // Whoever takes the database gets the error.
  prepared.catch(() => {})
  return url
}

/** Not awaited: a cluster that was started for the tests is deleted as a whole. */
async function dropDistributedDatabase(url: string): Promise<void> {
  const dropped = dropDatabase(inject('citusUrl'), url)
  if (ownCluster) dropped.catch(() => {})
  else await dropped
}

function isLocked(file: string): boolean {
  const db = new DatabaseSync(file, { timeout: 0 })
  try {
    db.exec('begin immediate')
    return false
  } catch (error) {
    if (!isBusy(error)) throw error
    return true
  } finally {
    db.close()
  }
}

export async function insertCrowd(trx: Queryable, ids: string[]): Promise<void> {
  const user = { name: 'One of many', avatar_hash: 'a', password_hash: 'p' }
  const users = ids.map((id) => ({ ...user, id, email: id, email_key: id }))
  await trx.insertInto('users').values(users).execute()
}

let people = 0
let passwordHash: Promise<string> | undefined

export class TestApp {
  readonly running: Running
  readonly #drop: (() => Promise<void>) | undefined

  constructor(running: Running, drop?: () => Promise<void>) {
    this.running = running
    this.#drop = drop
  }

  get db() {
    return this.running.context.db
  }

  /** A second app on the same database, which stands for another process. */
  async another(environment: Record<string, string> = {}): Promise<TestApp> {
    // On SQLite, its start would block the thread while a transaction of this app is open.
    const { file } = this.db
    if (file) await until(async () => !isLocked(file))
    return startApp({ DATABASE_URL: this.running.context.settings.databaseUrl, ...environment })
  }

  async call(method: string, path: string, { token, body, headers }: Options = {}): Promise<ApiResponse> {
    const response = await fetch(`${this.running.address}${path}`, {
      method,
      headers: {
        ...(token && { 'x-auth-token': token }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body:
        typeof body === 'string' || body instanceof ArrayBuffer || body instanceof Uint8Array
          ? (body as BodyInit)
          : JSON.stringify(body),
    })
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      body: json && text ? JSON.parse(text) : text,
      headers: response.headers,
    }
  }

  /** All users share one password hash, because hashing would take most of the suite's time. */
  async signUp(name = 'Ada Lovelace', email = `person-${++people}@example.com`): Promise<Person> {
    passwordHash ??= new HashQueue().hash(PASSWORD, 'localhost')
    const hash = await passwordHash
    return this.db.transaction(async (trx) => {
      const id = await createUser(trx, { name, email, passwordHash: hash })
      return new Person(this, await openSession(trx, id, 'a test'), id, name, email)
    })
  }

  async signUpAs(role: Role): Promise<Person> {
    const person = await this.signUp()
    await this.db.transaction((trx) => changeRole(trx, person.id, role))
    return person
  }

  async signUpWithProfile(name?: string): Promise<Person> {
    const person = await this.signUp(name)
    await person.post('/api/profile', { status: 'Developer', skills: 'TypeScript, SQL' })
    return person
  }

  /** Deletions are final after a minute; this skips it. */
  async finishDeletions(): Promise<void> {
    await this.db.transaction((trx) =>
      trx.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', 'delete-post').execute(),
    )
    const pending = this.db.kysely.selectFrom('jobs').select('id').where('kind', '=', 'delete-post')
    await until(async () => (await pending.execute()).length === 0)
  }

  /** Background statements would be taken for those of requests. */
  async stopBackgroundWork(): Promise<void> {
    const { jobs, maintenance } = this.running.context
    await Promise.all([jobs.stop(), maintenance.stop()])
  }

  async stop(): Promise<void> {
    await this.running.stop()
    await this.#drop?.()
  }
}

export const PASSWORD = 'correct horse'

export class Person {
  readonly app: TestApp
  readonly token: string
  readonly id: string
  readonly name: string
  readonly email: string

  constructor(app: TestApp, token: string, id: string, name: string, email: string) {
    this.app = app
    this.token = token
    this.id = id
    this.name = name
    this.email = email
  }

  get(path: string): Promise<ApiResponse> {
    return this.app.call('GET', path, { token: this.token })
  }
  post(path: string, body?: unknown): Promise<ApiResponse> {
    return this.app.call('POST', path, { token: this.token, body })
  }
  put(path: string, body?: unknown): Promise<ApiResponse> {
    return this.app.call('PUT', path, { token: this.token, body })
  }
  delete(path: string): Promise<ApiResponse> {
    return this.app.call('DELETE', path, { token: this.token })
  }

  upload(bytes: Uint8Array, type = 'image/png'): Promise<ApiResponse> {
    return this.app.call('POST', '/api/pictures', {
      token: this.token,
      body: bytes,
      headers: { 'content-type': type },
    })
  }

  async write(text: string): Promise<string> {
    const { body } = await this.post('/api/posts', { text })
    return body._id
  }
}
