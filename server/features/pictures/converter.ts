import type { Socket } from 'node:net'
import { Tinypool } from 'tinypool'
import { invalid, unavailable } from '../../platform/http/refusals.ts'
import { Slots } from '../../platform/http/slots.ts'
import { fileToRun } from '../../platform/jobs/thread-pool.ts'
import type { Converted } from './convert.ts'
import type { Result } from './converter-process.ts'

const FILE = fileToRun(import.meta.url, './converter-process.ts', './converter-process.js')
const DEADLINE = 15_000
const IDLE = 20_000
const RETRY_AFTER = 60

/** A separate process without secrets: a file that crashes or exhausts it does not harm the server. */
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

  constructor(file = FILE, deadline = DEADLINE) {
    this.#file = file
    this.#deadline = deadline
    this.#pool.on('error', () => {})
  }

  get waiting(): number {
    return this.#slots.waiting
  }

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

  async #run(input: Uint8Array): Promise<Result> {
    try {
      const signal = AbortSignal.timeout(this.#deadline)
      return await this.#pool.run(input, { filename: this.#file, signal })
    } catch (error) {
      if (error instanceof Error) throw invalid({ msg: 'The picture could not be read' })
      const refusal = unavailable('Pictures cannot be converted at the moment', RETRY_AFTER)
      throw Object.assign(refusal, { cause: error })
    }
  }
}
