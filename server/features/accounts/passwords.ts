import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { unavailable } from '../../platform/http/refusals.ts'
import { addressGroup } from '../../platform/traffic/addresses.ts'
import { Turns } from '../../platform/traffic/turns.ts'

// OWASP's parameters for argon2id.
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const PREFIX = `$argon2id$v=19$m=${PARAMETERS.memory},t=${PARAMETERS.passes},p=${PARAMETERS.parallelism}$`
const SALT_LENGTH = 16

// Two at once keep memory flat and leave threads for compression and files.
const HASHES_AT_ONCE = 2
// About ten seconds of work.
const HASHES_WAITING = 400

const argon2Async = promisify(argon2)

type Turn = { start(): void; refuse(reason: Error): void }

/** Addresses take turns, so that a flood of sign-ins delays only its sender. */
export class HashQueue {
  #running = 0
  readonly #waiting = new Turns<Turn>()

  get waiting(): number {
    return this.#waiting.size
  }

  async hash(password: string, address: string): Promise<string> {
    const salt = randomBytes(SALT_LENGTH)
    const tag = await this.#derive(password, salt, address)
    return `${PREFIX}${encode(salt)}$${encode(tag)}`
  }

  /** Takes as long without a stored hash, so that timing does not reveal unknown emails. */
  async verify(password: string, stored: string | undefined, address: string): Promise<boolean> {
    const [salt, tag] = (stored ?? '').slice(PREFIX.length).split('$')
    const expected = Buffer.from(tag ?? '', 'base64')
    const nonce = salt ? Buffer.from(salt, 'base64') : randomBytes(SALT_LENGTH)
    const actual = await this.#derive(password, nonce, address)
    return expected.length === actual.length && timingSafeEqual(expected, actual)
  }

  async #derive(password: string, nonce: Buffer, address: string): Promise<Buffer> {
    if (this.#running < HASHES_AT_ONCE) this.#running++
    else await this.#waitForTurn(addressGroup(address))
    try {
      return await argon2Async('argon2id', { ...PARAMETERS, message: password, nonce })
    } finally {
      const next = this.#waiting.next()
      if (next) next.start()
      else this.#running--
    }
  }

  #waitForTurn(group: string): Promise<void> {
    return new Promise((start, refuse) => {
      this.#waiting.add(group, { start, refuse })
      if (this.#waiting.size > HASHES_WAITING) this.#waiting.dropNewest()?.refuse(unavailable(10))
    })
  }
}

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** One per process, as it limits what the process uses. */
export const passwordHashes = new HashQueue()
