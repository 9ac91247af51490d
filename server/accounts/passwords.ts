import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { unavailable } from '../http/refusals.ts'

// OWASP's setting for argon2id: 19 MiB, 2 passes, 1 lane.
const SETTING = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const PREFIX = `$argon2id$v=19$m=${SETTING.memory},t=${SETTING.passes},p=${SETTING.parallelism}$`
const SALT_LENGTH = 16

// Two at once keep memory flat and leave threads for compression and files.
const HASHES_AT_ONCE = 2
// About ten seconds of work; beyond that, logins are rejected at once.
const HASHES_WAITING = 400

const argon2Async = promisify(argon2)

/** Hashes passwords off the main thread, a few at a time. */
export class HashQueue {
  #running = 0
  readonly #waiting: (() => void)[] = []

  get waiting(): number {
    return this.#waiting.length
  }

  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_LENGTH)
    const tag = await this.#derive(password, salt)
    return `${PREFIX}${encode(salt)}$${encode(tag)}`
  }

  /** Without a stored hash it takes as long and returns false, so that timing does not reveal unknown emails. */
  async verify(password: string, stored: string | undefined): Promise<boolean> {
    const [salt, tag] = (stored ?? '').slice(PREFIX.length).split('$')
    const expected = Buffer.from(tag ?? '', 'base64')
    const actual = await this.#derive(password, salt ? Buffer.from(salt, 'base64') : randomBytes(SALT_LENGTH))
    return expected.length === actual.length && timingSafeEqual(expected, actual)
  }

  async #derive(password: string, nonce: Buffer): Promise<Buffer> {
    await this.#takeTurn()
    try {
      return await argon2Async('argon2id', { ...SETTING, message: password, nonce })
    } finally {
      this.#running--
      this.#waiting.shift()?.()
    }
  }

  async #takeTurn(): Promise<void> {
    if (this.#waiting.length >= HASHES_WAITING) throw unavailable(10)
    if (this.#running >= HASHES_AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#running++
  }
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

/** One for the whole process, as it limits what the process uses. */
export const passwordHashes = new HashQueue()
