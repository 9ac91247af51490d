import type { FastifyInstance } from 'fastify'
import { type Form, type FormValue, isRecord, readForm } from '../../../contract/fields/form.ts'
import { invalid, Refusal } from './refusals.ts'

export const BODY_LIMIT = 100 * 1024

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** An empty body is allowed: some clients send a content type without one. */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body: Buffer, done) => {
    if (body.length === 0) return done(null, undefined)
    try {
      // Forms read only their own fields, so a key such as __proto__ has no effect.
      done(null, JSON.parse(utf8.decode(body)))
    } catch {
      done(invalid({ msg: 'The body must be valid JSON' }))
    }
  })
}

export function readBody(form: Form, body: unknown): unknown {
  if (body !== undefined && !isRecord(body)) throw notAnObject()
  const value = readValid(form, body)
  if (body === undefined) throw notAnObject()
  return value
}

export function readQuery<F extends Form>(form: F, text: string): FormValue<F> {
  const search = new URLSearchParams(text)
  const parameters = Object.keys(form.fields).map((name) => {
    const values = search.getAll(name)
    return [name, values.length > 1 ? values : values[0]]
  })
  return readValid(form, Object.fromEntries(parameters))
}

function readValid<F extends Form>(form: F, input: unknown): FormValue<F> {
  const { value, errors } = readForm(form, input)
  if (errors.length > 0) throw new Refusal(400, errors)
  return value
}

const notAnObject = () => invalid({ msg: 'The body must be a JSON object' })
