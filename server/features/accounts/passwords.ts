import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { addressGroup } from '../../platform/http/client-address.ts'
import { unavailable } from '../../platform/http/refusals.ts'
import { Slots } from '../../platform/http/slots.ts'

// OWASP's parameters for argon2id.
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const PREFIX = `$argon2id$v=19$m=${PARAMETERS.memory},t=${PARAMETERS.passes},p=${PARAMETERS.parallelism}$`
const SALT_LENGTH = 16

const HASHES_AT_ONCE = 2
const HASHES_WAITING = 400
const HASHES_OF_ADDRESS = 4

const tooManyHashes = () => unavailable('Too many passwords are being checked, please try again', 10)

const argon2Async = promisify(argon2)

export class HashQueue {
  readonly #all = new Slots(HASHES_WAITING, tooManyHashes)
  readonly #ofAddresses = new Slots(HASHES_WAITING, tooManyHashes)

  get waiting(): number {
    return this.#all.waiting + this.#ofAddresses.waiting
  }

  async hash(password: string, address: string): Promise<string> {
    const salt = randomBytes(SALT_LENGTH)
    const tag = await this.#derive(password, salt, address)
    return `${PREFIX}${encode(salt)}$${encode(tag)}`
  }

  /** Hashes even without a stored hash, so that timing reveals no unknown emails. */
  async verify(password: string, stored: string | undefined, address: string): Promise<boolean> {
    const [salt, tag] = (stored ?? '').slice(PREFIX.length).split('$')
    const expected = Buffer.from(tag ?? '', 'base64')
    const nonce = salt ? Buffer.from(salt, 'base64') : randomBytes(SALT_LENGTH)
    const actual = await this.#derive(password, nonce, address)
    return expected.length === actual.length && timingSafeEqual(expected, actual)
  }

  #derive(message: string, nonce: Buffer, address: string): Promise<Buffer> {
    return this.#ofAddresses.run(addressGroup(address), HASHES_OF_ADDRESS, () =>
      this.#all.run('all', HASHES_AT_ONCE, () => argon2Async('argon2id', { ...PARAMETERS, message, nonce })),
    )
  }
}

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

export const passwordHashes = new HashQueue()
