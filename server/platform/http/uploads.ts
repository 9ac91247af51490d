import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream'
import type { FastifyError, FastifyInstance, RouteOptions } from 'fastify'
import type { Call } from '../../../contract/calls.ts'
import { invalid, Refusal } from './refusals.ts'
import { clientOf, holdSlot, Slots } from './slots.ts'

const UPLOADS = 16
const UPLOADS_OF_MEMBER = 2
const MAX_BYTES_DROPPED = 16 * 1024 * 1024

type Files = NonNullable<Call['bytes']>

export class Uploads {
  readonly #app: FastifyInstance
  readonly #all = new Slots()
  readonly #ofMembers = new Slots()

  constructor(app: FastifyInstance) {
    this.#app = app
  }

  add(route: RouteOptions, { types, max }: Files): void {
    this.#app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser([...types], { parseAs: 'buffer', bodyLimit: max }, (_request, body, done) =>
        done(null, body),
      )
      scope.addContentTypeParser('*', (_request, _payload, done) => done(wrongType(types)))
      scope.setErrorHandler(async (error: FastifyError, request) => {
        if (error.statusCode !== 413) throw error
        await readOn(request.raw)
        throw tooLarge(max)
      })
      scope.route({
        ...route,
        preParsing: async (request) => {
          await holdSlot(request, this.#ofMembers, clientOf(request).name, UPLOADS_OF_MEMBER)
          await holdSlot(request, this.#all, 'all', UPLOADS)
        },
      })
    })
  }
}

/** Reads on, because a client that is still sending would only see the connection close. */
function readOn(request: IncomingMessage): Promise<void> {
  let dropped = 0
  return new Promise((resolve) => {
    request.on('data', (chunk: Buffer) => {
      dropped += chunk.length
      if (dropped > MAX_BYTES_DROPPED) resolve()
    })
    finished(request, () => resolve())
  })
}

export function requireBytes(body: unknown): Buffer {
  if (!(body instanceof Buffer) || body.length === 0) throw invalid({ msg: 'The body is empty' })
  return body
}

const tooLarge = (max: number) =>
  new Refusal(413, [{ msg: `The file must be at most ${Math.floor(max / 1024 / 1024)} MB` }])
const wrongType = (types: readonly string[]) =>
  new Refusal(415, [{ msg: `The body must be ${types.join(', ')}` }])
