/**
 * The bytes of what is kept for long, in a block of their own. Node cuts small buffers from larger blocks,
 * and compresses into blocks of 64 KB; each stays in memory as long as anything cut from it does.
 */
export function blockOf(content: string | Buffer): Buffer {
  const block = Buffer.allocUnsafeSlow(Buffer.byteLength(content))
  if (typeof content === 'string') block.write(content)
  else content.copy(block)
  return block
}
