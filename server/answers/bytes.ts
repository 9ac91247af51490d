/**
 * A copy of bytes that stay in memory for long, in a block of its own. Node cuts small buffers from larger
 * blocks, and compresses into blocks of 64 KB; each block lives as long as anything cut from it.
 */
export function unpooledCopy(content: string | Buffer): Buffer {
  const block = Buffer.allocUnsafeSlow(Buffer.byteLength(content))
  if (typeof content === 'string') block.write(content)
  else content.copy(block)
  return block
}
