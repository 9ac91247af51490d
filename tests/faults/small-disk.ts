import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const BLOCK = Buffer.alloc(64 * 1024)

export class SmallDisk {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  /** Undefined, with a warning, if the machine does not permit mounting one. */
  static mount(megabytes: number): SmallDisk | undefined {
    const folder = mkdtempSync(join(tmpdir(), 'devconnector-disk-'))
    const args = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]
    const { status, stderr } = spawnSync('mount', args, { encoding: 'utf8' })
    if (status === 0) return new SmallDisk(folder)
    rmSync(folder, { recursive: true })
    console.warn(`SKIPPED: a full disk cannot be tested here, as no small disk can be mounted: ${stderr}`)
    return undefined
  }

  get #filler(): string {
    return join(this.folder, 'filler')
  }

  fill(): void {
    const descriptor = openSync(this.#filler, 'a')
    for (const size of [BLOCK.length, 4096]) fillUp(descriptor, size)
    closeSync(descriptor)
  }

  free(): void {
    rmSync(this.#filler, { force: true })
  }

  unmount(): void {
    execFileSync('umount', ['--lazy', this.folder])
    rmSync(this.folder, { recursive: true, force: true })
  }
}

function fillUp(descriptor: number, size: number): void {
  try {
    while (writeSync(descriptor, BLOCK, 0, size) > 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
