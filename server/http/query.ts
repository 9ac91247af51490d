import { type Form, type FormValue, readForm } from '../../contract/fields.ts'
import { Refusal } from './refusals.ts'

// The same few queries are asked for all the time.
const MAX_REMEMBERED = 200
const LONGEST_REMEMBERED = 200

/** Reads what stands behind the question mark of an address by the form that the call has for it. */
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

/** Only the parameters that the form has; one that stands more than once is a list. */
function parametersOf(form: Form, text: string): Record<string, unknown> {
  const given = new URLSearchParams(text)
  return Object.fromEntries(
    Object.keys(form.fields).map((name) => {
      const values = given.getAll(name)
      return [name, values.length > 1 ? values : values[0]]
    }),
  )
}
