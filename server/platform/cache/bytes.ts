/**
 * A copy outside of Node's buffer pool, for bytes that stay in memory. Small buffers are slices of larger blocks,
 * and zlib writes into blocks of 64 KB; a block is freed only when none of its slices is in use.
 */
export function unpooledCopy(content: string | Buffer): Buffer {
  const block = Buffer.allocUnsafeSlow(Buffer.byteLength(content))
  if (typeof content === 'string') block.write(content)
  else content.copy(block)
  return block
}
