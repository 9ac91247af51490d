/**
 * A buffer for what is kept for long. Node cuts small ones from larger blocks, each of which stays in
 * memory as long as anything cut from it does; this one is a block of its own.
 */
export function bytesOf(length: number): Buffer {
  return Buffer.allocUnsafeSlow(length)
}

/** The same with a text in it. */
export function bytesOfText(text: string): Buffer {
  const bytes = bytesOf(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}
