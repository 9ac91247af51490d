import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { Tinypool } from 'tinypool'
import { invalid, unavailable } from '../../platform/http/refusals.ts'
import { Slots } from '../../platform/http/slots.ts'
import type { Converted } from './convert.ts'
import type { Result } from './converter-process.ts'

const DEADLINE = 15_000
const IDLE = 20_000
const RETRY_AFTER = 60

/** A separate process without secrets: a file that crashes, hangs or exhausts it spares the server. */
export class PictureConverter {
  readonly #file: string
  readonly #deadline: number
  readonly #slots = new Slots()
  readonly #pool = new Tinypool({
    runtime: 'child_process',
    serialization: 'advanced',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE,
    env: { MALLOC_ARENA_MAX: '2' },
    execArgv: [],
  })

  constructor(file = processFile(), deadline = DEADLINE) {
    this.#file = file
    this.#deadline = deadline
    // Without a listener, a process that ends between two pictures would end the server.
    this.#pool.on('error', () => {})
  }

  get waiting(): number {
    return this.#slots.waiting
  }

  /** One at a time. An upload whose client is gone before its turn is not converted. */
  convert(input: Uint8Array, socket?: Socket): Promise<Converted> {
    return this.#slots.run('all', 1, () => this.#convert(input), socket)
  }

  close(): Promise<void> {
    return this.#pool.destroy()
  }

  async #convert(input: Uint8Array): Promise<Converted> {
    const result = await this.#run(input)
    if ('refused' in result) throw invalid({ msg: result.refused })
    return result.picture
  }

  /** The file is passed with the task, so that it fails if the file cannot be loaded. */
  async #run(input: Uint8Array): Promise<Result> {
    try {
      const signal = AbortSignal.timeout(this.#deadline)
      return await this.#pool.run(input, { filename: this.#file, signal })
    } catch (error) {
      // Tinypool hands over as plain data what the process has thrown.
      if (error instanceof Error) throw invalid({ msg: 'The picture could not be read' })
      const refusal = unavailable('Pictures cannot be converted at the moment', RETRY_AFTER)
      throw Object.assign(refusal, { cause: error })
    }
  }
}

// The build puts it into one file next to that of the server.
const processFile = () =>
  fileURLToPath(
    new URL(
      import.meta.url.endsWith('.ts') ? './converter-process.ts' : './converter-process.js',
      import.meta.url,
    ),
  )
