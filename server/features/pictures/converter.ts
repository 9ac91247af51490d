import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { projectFolder } from '../../paths.ts'
import { invalid, type Refusal, unavailable } from '../../platform/http/refusals.ts'
import type { Converted } from './convert.ts'
import type { Message } from './converter-process.ts'

const DEADLINE = 15_000
const IDLE = 20_000
const RETRY_AFTER = 60

type Job = { input: Uint8Array; resolve(picture: Converted): void; reject(refusal: Refusal): void }

/** A separate process without secrets: a file that crashes, hangs or exhausts it spares the server. */
export class PictureConverter {
  readonly #waiting: Job[] = []
  #current: Job | undefined
  #child: ChildProcess | undefined
  #timer: NodeJS.Timeout | undefined
  readonly #file: string
  readonly #deadline: number

  constructor(file = processFile(), deadline = DEADLINE) {
    this.#file = file
    this.#deadline = deadline
  }

  get waiting(): number {
    return this.#waiting.length
  }

  convert(input: Uint8Array): Promise<Converted> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ input, resolve, reject })
      if (!this.#current) this.#next()
    })
  }

  #next(): void {
    clearTimeout(this.#timer)
    this.#current = this.#waiting.shift()
    this.#timer = setTimeout(() => this.#abandonChild(), this.#current ? this.#deadline : IDLE)
    this.#timer.unref()
    if (!this.#current) return
    this.#child ??= this.#start()
    // An unreachable child exits, and `ended` handles that.
    this.#child.send(this.#current.input, () => {})
  }

  #start(): ChildProcess {
    const child = fork(this.#file, {
      serialization: 'advanced',
      execArgv: [],
      env: { MALLOC_ARENA_MAX: '2' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.unref()
    child.channel?.unref()
    let isReady = false
    child.on('message', (message: Message) => {
      if (this.#child !== child) return
      if ('ready' in message) isReady = true
      else if ('picture' in message) this.#finish((job) => job.resolve(message.picture))
      else this.#finish((job) => job.reject(invalid({ msg: message.refused })))
    })
    const ended = () => {
      if (this.#child === child) this.#abandonChild(isReady)
    }
    child.on('exit', ended).on('error', ended)
    return child
  }

  #abandonChild(isReady = true): void {
    this.#child?.kill('SIGKILL')
    this.#child = undefined
    if (!this.#current) return
    const refusal = isReady ? invalid({ msg: 'The picture could not be read' }) : NOT_READY
    this.#finish((job) => job.reject(refusal))
  }

  #finish(respond: (job: Job) => void): void {
    if (this.#current) respond(this.#current)
    this.#next()
  }
}

const NOT_READY = unavailable(RETRY_AFTER, 'Pictures cannot be converted at the moment')

function processFile(): string {
  return import.meta.filename.endsWith('.ts')
    ? join(import.meta.dirname, 'converter-process.ts')
    : join(projectFolder, 'dist/server/converter-process.js')
}
