import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { unavailable } from '../../platform/http/refusals.ts'
import { addressGroup } from '../../platform/traffic/addresses.ts'

// OWASP's setting for argon2id: 19 MiB, 2 passes, 1 lane.
const SETTING = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const PREFIX = `$argon2id$v=19$m=${SETTING.memory},t=${SETTING.passes},p=${SETTING.parallelism}$`
const SALT_LENGTH = 16

// Two at once keep memory flat and leave threads for compression and files.
const HASHES_AT_ONCE = 2
// About ten seconds of work.
const HASHES_WAITING = 400

const argon2Async = promisify(argon2)

type Turn = { start(): void; refuse(reason: Error): void }

/**
 * Hashes passwords off the main thread, a few at a time. Addresses take turns, so that someone who signs in many times
 * waits longer, and nobody else.
 */
export class HashQueue {
  #running = 0
  #count = 0
  /** By address group, the one whose turn is next first. */
  readonly #waiting = new Map<string, Turn[]>()

  get waiting(): number {
    return this.#count
  }

  async hash(password: string, address: string): Promise<string> {
    const salt = randomBytes(SALT_LENGTH)
    const tag = await this.#derive(password, salt, address)
    return `${PREFIX}${encode(salt)}$${encode(tag)}`
  }

  /** Without a stored hash it takes as long and returns false, so that timing does not reveal unknown emails. */
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
      return await argon2Async('argon2id', { ...SETTING, message: password, nonce })
    } finally {
      this.#startNext()
    }
  }

  #waitForTurn(group: string): Promise<void> {
    return new Promise((start, refuse) => {
      const turns = this.#waiting.get(group) ?? []
      turns.push({ start, refuse })
      this.#waiting.set(group, turns)
      if (++this.#count > HASHES_WAITING) this.#refuseOne()
    })
  }

  /** Refuses the newest of the group with the most, or of the last group if all have the same. */
  #refuseOne(): void {
    const [first, ...others] = this.#waiting
    if (!first) return
    const [group, turns] = others.reduce(
      (most, next) => (next[1].length >= most[1].length ? next : most),
      first,
    )
    turns.pop()?.refuse(unavailable(10))
    if (turns.length === 0) this.#waiting.delete(group)
    this.#count--
  }

  /** Lets the next group start, which goes to the end of the queue. */
  #startNext(): void {
    const [next] = this.#waiting
    if (!next) {
      this.#running--
      return
    }
    const [group, turns] = next
    this.#waiting.delete(group)
    const turn = turns.shift()
    if (turns.length > 0) this.#waiting.set(group, turns)
    this.#count--
    turn?.start()
  }
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

/** One for the whole process, as it limits what the process uses. */
export const passwordHashes = new HashQueue()
