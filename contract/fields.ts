import { type TSchema, type TStringOptions, Type } from 'typebox'
import type { FieldError } from './errors.ts'
import { MAX_SKILLS, MOST, PASSWORD_MIN } from './limits.ts'

/**
 * One input of a form: its JSON schema for the API document and the types,
 * and the reader that turns what was sent into what is kept, or says what is wrong.
 */
export type Field<Value = unknown> = {
  schema: TSchema
  required: boolean
  read(input: unknown): { value: Value } | { msg: string }
}

type Fields = Record<string, Field>
type ValueOf<F> = F extends Field<infer Value> ? Value : never

/** What a handler receives. Only a form read as partial leaves fields out. */
export type FormValue<F extends Form> = { [Name in keyof F['fields']]: ValueOf<F['fields'][Name]> }

export type Form<F extends Fields = Fields> = {
  fields: F
  schema: TSchema
  /** In a partial form an absent field stays absent: it means "leave it as it was". */
  partial: boolean
  compare?: (value: never) => FieldError | undefined
}

export function form<F extends Fields>(
  fields: F,
  compare?: (value: { [Name in keyof F]: ValueOf<F[Name]> }) => FieldError | undefined,
): Form<F> {
  return { fields, schema: objectSchema(fields, (field) => field.required), partial: false, compare }
}

export function partial<F extends Fields>({ fields }: Form<F>): Form<F> {
  return { fields, schema: objectSchema(fields, () => false), partial: true }
}

/** Reads every field in the form's order, so all that is wrong is reported at once. */
export function readForm<F extends Form>(
  form: F,
  body: unknown,
): { value: FormValue<F>; errors: FieldError[] } {
  const input = isRecord(body) ? body : {}
  const value: Record<string, unknown> = {}
  const errors: FieldError[] = []
  for (const [name, field] of Object.entries(form.fields)) {
    const given = Object.hasOwn(input, name) ? input[name] : undefined
    if (given === undefined && form.partial) continue
    const result = field.read(given)
    if ('msg' in result) errors.push({ msg: result.msg, field: name })
    else value[name] = result.value
  }
  if (errors.length === 0) {
    const mismatch = form.compare?.(value as never)
    if (mismatch) errors.push(mismatch)
  }
  return { value: value as FormValue<F>, errors }
}

/** Not made by TypeBox, which copies what is optional: the API document knows named schemas by identity. */
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

const optionalString = (options: TStringOptions) => Type.Unsafe({ type: ['string', 'null'], ...options })

/** NUL cannot be stored by PostgreSQL, and a lone surrogate is not text in any encoding. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

function isLonger(text: string, most: number): boolean {
  return text.length > most && [...text].length > most
}

/** What is wrong with a text whatever its meaning, or undefined. */
function textFault(label: string, text: string, most: number): string | undefined {
  if (!isStorable(text)) return `${label} contains characters that cannot be stored`
  if (isLonger(text, most)) return `${label} must be at most ${most} characters`
  return undefined
}

/** A required line such as a name; surrounding blanks are dropped. */
export function requiredLine(label: string, most: number = MOST.line): Field<string> {
  return requiredText(label, most, (text) => text.trim())
}

/** Required prose such as a post; kept to the letter, but blanks alone are empty. */
export function requiredProse(label: string, most: number): Field<string> {
  return requiredText(label, most, (text) => text)
}

function requiredText(label: string, most: number, tidy: (text: string) => string): Field<string> {
  return {
    schema: Type.String({ minLength: 1, maxLength: most }),
    required: true,
    read(input) {
      if (input === undefined || input === null) return { msg: `${label} is required` }
      if (typeof input !== 'string') return { msg: `${label} must be text` }
      if (input.trim() === '') return { msg: `${label} is required` }
      const value = tidy(input)
      const msg = textFault(label, value, most)
      return msg ? { msg } : { value }
    },
  }
}

/** Text that may be left out; empty and blank mean null. */
function optional(
  label: string,
  most: number,
  refine: (text: string) => { value: string } | { msg: string },
): Field<string | null> {
  return {
    schema: optionalString({ maxLength: most }),
    required: false,
    read(input) {
      if (input === undefined || input === null) return { value: null }
      if (typeof input !== 'string') return { msg: `${label} must be text` }
      if (input.trim() === '') return { value: null }
      const msg = textFault(label, input.trim(), most)
      return msg ? { msg } : refine(input)
    },
  }
}

export function optionalLine(label: string): Field<string | null> {
  return optional(label, MOST.line, (text) => ({ value: text.trim() }))
}

export function optionalProse(label: string): Field<string | null> {
  return optional(label, MOST.prose, (text) => ({ value: text }))
}

const EMAIL =
  /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]+@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]*[\p{L}\p{N}]$/u

export function email(): Field<string> {
  return {
    schema: Type.String({ format: 'email', maxLength: MOST.email }),
    required: true,
    read(input) {
      const value = typeof input === 'string' ? input.trim() : ''
      const valid = isStorable(value) && value.length <= MOST.email && EMAIL.test(value)
      return valid ? { value } : { msg: 'Please include a valid email' }
    },
  }
}

export function newPassword(): Field<string> {
  return {
    schema: Type.String({ minLength: PASSWORD_MIN, maxLength: MOST.password }),
    required: true,
    read(input) {
      if (typeof input !== 'string' || [...input].length < PASSWORD_MIN) {
        return { msg: `Please enter a password with ${PASSWORD_MIN} or more characters` }
      }
      const msg = textFault('Password', input, MOST.password)
      return msg ? { msg } : { value: input }
    },
  }
}

/** A password to compare, not to store: only a missing one is an error. */
export function givenPassword(label = 'Password'): Field<string> {
  return {
    schema: Type.String({ minLength: 1 }),
    required: true,
    read(input) {
      return typeof input === 'string' && input !== '' ? { value: input } : { msg: `${label} is required` }
    },
  }
}

export function choice<const Option extends string>(
  label: string,
  options: readonly Option[],
): Field<Option> {
  return {
    schema: Type.Unsafe<Option>({ type: 'string', enum: [...options] }),
    required: true,
    read(input) {
      const value = options.find((option) => option === input)
      return value === undefined ? { msg: `${label} is required` } : { value }
    },
  }
}

/** A comma-separated string or a list; blanks and repeats are dropped. */
export function skillList(label: string): Field<string[]> {
  return {
    schema: Type.Union(
      [
        Type.String({ description: 'Separated by commas' }),
        Type.Array(Type.String({ maxLength: MOST.skill }), { maxItems: MAX_SKILLS }),
      ],
      { description: 'Blanks around them and repeats are dropped' },
    ),
    required: true,
    read(input) {
      const parts = Array.isArray(input) ? input : [input ?? '']
      if (!parts.every((part) => typeof part === 'string')) return { msg: `${label} must be text` }
      const unique = new Map<string, string>()
      for (const skill of parts.join(',').split(',')) {
        const tidy = skill.trim()
        if (tidy && !unique.has(tidy.toLowerCase())) unique.set(tidy.toLowerCase(), tidy)
      }
      const value = [...unique.values()]
      if (value.length === 0) return { msg: `${label} is required` }
      if (value.length > MAX_SKILLS) return { msg: `${label} must be at most ${MAX_SKILLS}` }
      const msg = value.map((skill) => textFault('A skill', skill, MOST.skill)).find(Boolean)
      return msg ? { msg } : { value }
    },
  }
}

export function flag(label: string): Field<boolean> {
  return {
    schema: Type.Boolean(),
    required: false,
    read(input) {
      if (input === undefined || input === null) return { value: false }
      return typeof input === 'boolean' ? { value: input } : { msg: `${label} must be true or false` }
    },
  }
}

const DATE = /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

/** A calendar date. Of a date-time only the date part counts: no time zone can move it. */
export function calendarDate(label: string): Field<string | null> {
  return {
    schema: optionalString({
      format: 'date',
      description: 'A calendar date; of an ISO 8601 date-time, which is taken too, the date part counts',
    }),
    required: false,
    read(input) {
      if (input === undefined || input === null) return { value: null }
      if (typeof input === 'string' && input.trim() === '') return { value: null }
      const date = typeof input === 'string' ? DATE.exec(input.trim())?.[1] : undefined
      return date && isRealDate(date) ? { value: date } : { msg: `${label} must be a valid date` }
    },
  }
}

function isRealDate(date: string): boolean {
  if (date < '0001') return false
  const parsed = new Date(`${date}T00:00:00Z`)
  // JavaScript rolls 30 February over to March; a date that is real comes back unchanged.
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date)
}

export function link(label: string): Field<string | null> {
  return optional(label, MOST.link, (text) => {
    const value = asWebAddress(text.trim())
    return value ? { value } : { msg: `${label} must be a web address` }
  })
}

// With an @ before it, a name may have dots; without one, dots mean a host.
const BARE_NAME = /^(?:@([\w.-]+)|([\w-]+))$/

/** A link to a social network, where the name alone is enough: it is put behind the network's address. */
export function socialLink(label: string, network: string): Field<string | null> {
  const address = link(label)
  return {
    ...address,
    read(input) {
      const [, mentioned, plain] = typeof input === 'string' ? (BARE_NAME.exec(input.trim()) ?? []) : []
      const name = mentioned ?? plain
      return address.read(name ? `${network}${name}` : input)
    },
  }
}

const SCHEME = /^[a-z][a-z\d+.-]*:/i
const HOST_AND_PORT = /^[^/:]+:\d+(?:[/?#]|$)/

/** The text as an http or https address, with the scheme added where it is missing; else undefined. */
function asWebAddress(text: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these from addresses, which hides schemes
  if (/[\s\\\x00-\x1f\x7f]/.test(text)) return undefined
  // Direction marks make an address look like another one.
  if (/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(text)) return undefined
  const hasScheme = SCHEME.test(text) && !HOST_AND_PORT.test(text)
  if (hasScheme && !/^https?:\/\//i.test(text)) return undefined
  const address = hasScheme ? text : `https://${text.replace(/^\/\//, '')}`
  const url = URL.parse(address)
  if (!url || url.username || url.password) return undefined
  // Without a scheme a single word is more likely a handle than a host.
  return hasScheme || url.hostname.includes('.') ? address : undefined
}

const GITHUB_USERNAME = /^[a-z\d][\w.-]{0,38}$/i

export function isGithubUsername(text: string): boolean {
  return GITHUB_USERNAME.test(text)
}

export function githubUsername(label: string): Field<string | null> {
  return optional(label, MOST.line, (text) => {
    const value = text.trim().replace(/^@/, '')
    return isGithubUsername(value) ? { value } : { msg: `${label} is not valid` }
  })
}
