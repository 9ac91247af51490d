import { type Form, type FormValue, readForm } from '../../../contract/fields/form.ts'
import { Refusal } from './refusals.ts'

// Clients send the same few queries all the time.
const MAX_REMEMBERED = 200
const LONGEST_REMEMBERED = 200

/** Reads the query string of a URL by the form of the call. */
export function queryReader<F extends Form>(form: F): (text: string) => FormValue<F> {
  const remembered = new Map<string, FormValue<F>>()
  return (text) => {
    const known = remembered.get(text)
    if (known) return known
    const { value, errors } = readForm(form, parametersOf(form, text))
    if (errors.length > 0) throw new Refusal(400, errors)
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    if (text.length <= LONGEST_REMEMBERED) remembered.set(text, value)
    return value
  }
}

/** Only the parameters that the form has; a repeated one becomes a list. */
function parametersOf(form: Form, text: string): Record<string, unknown> {
  const given = new URLSearchParams(text)
  return Object.fromEntries(
    Object.keys(form.fields).map((name) => {
      const values = given.getAll(name)
      return [name, values.length > 1 ? values : values[0]]
    }),
  )
}
