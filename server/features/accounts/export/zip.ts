import { crc32 } from 'node:zlib'

export type FileToZip = {
  name: string
  date: Date
  content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>
}

type SentFile = { name: string; time: number; crc: number; size: number; offset: number }

const VERSION = 45
const UNIX = 3 << 8
const ATTRIBUTES = 0o100644 * 2 ** 16
const FLAGS = 1 << 3
const NOT_COMPRESSED = 0
const MAX_16 = 0xffff
const MAX_32 = 0xffff_ffff

// client-zip and yazl took 60 to 100 MB more for 10,000 files.
export async function* zip(files: AsyncIterable<FileToZip>): AsyncGenerator<Uint8Array> {
  const sent: SentFile[] = []
  let offset = 0
  for await (const { name, date, content } of files) {
    const file = { name, time: dosTime(date), crc: 0, size: 0, offset }
    const header = localHeader(file)
    yield header
    for await (const part of content) {
      const bytes = typeof part === 'string' ? Buffer.from(part) : part
      file.crc = crc32(bytes, file.crc)
      file.size += bytes.length
      yield bytes
    }
    const descriptor = u32(0x08074b50, file.crc, file.size, file.size)
    yield descriptor
    offset += header.length + file.size + descriptor.length
    sent.push(file)
  }
  const start = offset
  for (const file of sent) {
    const record = directoryRecord(file)
    yield record
    offset += record.length
  }
  yield directoryEnd(sent.length, start, offset)
}

function localHeader(file: SentFile): Buffer {
  return Buffer.concat([u32(0x04034b50), sharedFields(file, 0), Buffer.from(file.name)])
}

function directoryRecord(file: SentFile): Buffer {
  const { name, offset } = file
  const zip64 = offset < MAX_32 ? [] : [u16(1, 8), u64(offset)]
  return Buffer.concat([
    u32(0x02014b50),
    u16(UNIX | VERSION),
    sharedFields(file, zip64.length * 6),
    u16(0, 0, 0),
    u32(ATTRIBUTES, Math.min(offset, MAX_32)),
    Buffer.from(name),
    ...zip64,
  ])
}

function sharedFields({ name, time, crc, size }: SentFile, extraLength: number): Buffer {
  return Buffer.concat([
    u16(VERSION, FLAGS, NOT_COMPRESSED),
    u32(time, crc, size, size),
    u16(name.length, extraLength),
  ])
}

function directoryEnd(count: number, start: number, end: number): Buffer {
  const size = end - start
  const directory = [u64(count), u64(count), u64(size), u64(start)]
  const zip64End = [u32(0x06064b50), u64(44), u16(UNIX | VERSION, VERSION), u32(0, 0), ...directory]
  const zip64Locator = [u32(0x07064b50, 0), u64(end), u32(1)]
  const shortCount = Math.min(count, MAX_16)
  return Buffer.concat([
    ...(count < MAX_16 && end < MAX_32 ? [] : [...zip64End, ...zip64Locator]),
    u32(0x06054b50),
    u16(0, 0, shortCount, shortCount),
    u32(Math.min(size, MAX_32), Math.min(start, MAX_32)),
    u16(0),
  ])
}

function dosTime(date: Date): number {
  const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate()
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1)
  return day * 2 ** 16 + time
}

const u16 = (...values: number[]) => littleEndian(2, values)
const u32 = (...values: number[]) => littleEndian(4, values)
const u64 = (value: number) => u32(value % 2 ** 32, Math.floor(value / 2 ** 32))

function littleEndian(size: number, values: number[]): Buffer {
  const bytes = Buffer.allocUnsafe(size * values.length)
  for (const [index, value] of values.entries()) bytes.writeUIntLE(value, index * size, size)
  return bytes
}
