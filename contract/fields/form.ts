import { type TSchema, Type } from 'typebox'
import type { FieldError } from '../errors.ts'

export type Field<Value = unknown, Input = Value> = {
  schema: TSchema
  required: boolean
  /** Used only as a type: what clients send. */
  input?: readonly [Input]
  /** An absent field falls back to the same name in this object. */
  alsoIn?: string
  read(input: unknown): { value: Value } | { msg: string }
}

export type OptionalField<Value, Input = Value> = Field<Value, Input | null | undefined>

type Fields = Record<string, Field>
type ValueOf<F> = F extends Field<infer Value, unknown> ? Value : never
type InputOf<F> = F extends Field<unknown, infer Input> ? Input : never
type Optional<F extends Fields> = {
  [Name in keyof F]: undefined extends InputOf<F[Name]> ? Name : never
}[keyof F]

export type FormValue<F extends Form> = { [Name in keyof F['fields']]: ValueOf<F['fields'][Name]> }

export type FormInput<F extends Form> = F extends { partial: true }
  ? { [Name in keyof F['fields']]?: InputOf<F['fields'][Name]> }
  : { [Name in Exclude<keyof F['fields'], Optional<F['fields']>>]: InputOf<F['fields'][Name]> } & {
      [Name in Optional<F['fields']>]?: InputOf<F['fields'][Name]>
    }

export type Form<F extends Fields = Fields> = {
  fields: F
  schema: TSchema
  partial: boolean
  compare?: (value: never) => FieldError | undefined
}

export function form<F extends Fields>(
  fields: F,
  compare?: (value: { [Name in keyof F]: ValueOf<F[Name]> }) => FieldError | undefined,
): Form<F> {
  return { fields, schema: objectSchema(fields, (field) => field.required), partial: false, compare }
}

export function partial<F extends Fields>({ fields }: Form<F>): Form<F> & { partial: true } {
  return { fields, schema: objectSchema(fields, () => false), partial: true }
}

export function readForm<F extends Form>(
  form: F,
  body: unknown,
): { value: FormValue<F>; errors: FieldError[] } {
  const input = isRecord(body) ? body : {}
  const value: Record<string, unknown> = {}
  const errors: FieldError[] = []
  for (const [name, field] of Object.entries(form.fields)) {
    const nested = field.alsoIn === undefined ? undefined : ownValue(input, field.alsoIn)
    const fieldInput = Object.hasOwn(input, name) ? input[name] : ownValue(nested, name)
    if (fieldInput === undefined && form.partial) continue
    const result = field.read(fieldInput)
    if ('msg' in result) errors.push({ msg: result.msg, field: name })
    else value[name] = result.value
  }
  if (errors.length === 0) {
    const mismatch = form.compare?.(value as never)
    if (mismatch) errors.push(mismatch)
  }
  return { value: value as FormValue<F>, errors }
}

function ownValue(object: unknown, name: string): unknown {
  return isRecord(object) && Object.hasOwn(object, name) ? object[name] : undefined
}

/** Type.Object would copy optional schemas, which the API document finds by identity. */
function objectSchema(fields: Fields, isRequired: (field: Field) => boolean): TSchema {
  const entries = Object.entries(fields)
  const required = entries.filter(([, field]) => isRequired(field)).map(([name]) => name)
  return Type.Unsafe({
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(entries.map(([name, field]) => [name, field.schema])),
  })
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
