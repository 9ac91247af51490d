import { randomFillSync } from 'node:crypto'

// UUIDv7 (RFC 9562); node:crypto does not order them within a millisecond.

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

export const FIRST_ID = '00000000-0000-0000-0000-000000000000'
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

let lastMillisecond = 0
let counter = 0

export function newId(): string {
  const now = Date.now()
  if (now > lastMillisecond) {
    lastMillisecond = now
    counter = 0
  } else if (++counter > 0xfff) {
    // 4,096 ids within one millisecond: borrow the next one rather than lose the order.
    lastMillisecond++
    counter = 0
  }
  return idAt(lastMillisecond, counter)
}

/** `sequence` (12 bits) orders the ids of one millisecond. */
export function idAt(milliseconds: number, sequence = 0, random: Uint8Array = eightRandomBytes()): string {
  const time = milliseconds.toString(16).padStart(12, '0')
  const tail = Buffer.from(random)
  tail[0] = ((tail[0] ?? 0) & 0x3f) | 0x80
  const rest = tail.toString('hex')
  return [
    time.slice(0, 8),
    time.slice(8),
    `7${sequence.toString(16).padStart(3, '0')}`,
    rest.slice(0, 4),
    rest.slice(4),
  ].join('-')
}

const random = Buffer.alloc(4096)
let used = random.length

function eightRandomBytes(): Uint8Array {
  if (used === random.length) {
    randomFillSync(random)
    used = 0
  }
  used += 8
  return random.subarray(used - 8, used)
}

export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

export function dateOfId(id: string): string {
  return new Date(timeOfId(id)).toISOString()
}

export function asId(text: string): string | undefined {
  const id = text.toLowerCase()
  return UUID.test(id) ? id : undefined
}
