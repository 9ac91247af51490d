import assert from 'node:assert/strict'
import { crc32 } from 'node:zlib'

const END = 'PK\x05\x06'
const ZIP64_END = 'PK\x06\x06'
const DIRECTORY_RECORD = 0x02014b50

export function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(END)
  const files = new Map<string, Buffer>()
  let offset = zip.readUInt32LE(end + 16)
  while (zip.readUInt32LE(offset) === DIRECTORY_RECORD) {
    assert.equal(zip.readUInt16LE(offset + 10), 0)
    const size = zip.readUInt32LE(offset + 24)
    const nameLength = zip.readUInt16LE(offset + 28)
    const extraLength = zip.readUInt16LE(offset + 30)
    const name = zip.toString('utf8', offset + 46, offset + 46 + nameLength)
    const local = zip.readUInt32LE(offset + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const content = zip.subarray(start, start + size)
    assert.equal(crc32(content), zip.readUInt32LE(offset + 16))
    assert(!files.has(name), name)
    files.set(name, content)
    offset += 46 + nameLength + extraLength
  }
  assert.equal(files.size, countOf(zip, end))
  return files
}

function countOf(zip: Buffer, end: number): number {
  const count = zip.readUInt16LE(end + 10)
  return count < 0xffff ? count : Number(zip.readBigUInt64LE(zip.lastIndexOf(ZIP64_END) + 32))
}
