import { type TSchema, type TStringOptions, Type } from 'typebox'
import type { FieldError } from './errors.ts'
import { MAX_LENGTH, MAX_SKILLS, PASSWORD_MIN } from './limits.ts'

/**
 * One field of a form: its JSON schema, for the API document and the types,
 * and `read`, which turns the input into the value to store, or into an error message.
 */
export type Field<Value = unknown> = {
  schema: TSchema
  required: boolean
  read(input: unknown): { value: Value } | { msg: string }
}

type Fields = Record<string, Field>
type ValueOf<F> = F extends Field<infer Value> ? Value : never

/** What a handler receives. Only partial forms may leave fields out. */
export type FormValue<F extends Form> = { [Name in keyof F['fields']]: ValueOf<F['fields'][Name]> }

export type Form<F extends Fields = Fields> = {
  fields: F
  schema: TSchema
  /** In a partial form an absent field stays absent, which means "leave it unchanged". */
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

/** Reads all fields in the form's order and reports all errors at once. */
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

/** Not built with Type.Object: it copies optional schemas, and the API document finds named ones by identity. */
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

/** PostgreSQL cannot store NUL, and a lone surrogate cannot be encoded as UTF-8. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

function isLonger(text: string, maxLength: number): boolean {
  return text.length > maxLength && [...text].length > maxLength
}

/** The error message for a text that is too long or cannot be stored, or undefined. */
export function textFault(label: string, text: string, maxLength: number): string | undefined {
  if (!isStorable(text)) return `${label} contains characters that cannot be stored`
  if (isLonger(text, maxLength)) return `${label} must be at most ${maxLength} characters`
  return undefined
}

/** A required line of text such as a name; surrounding white space is trimmed. */
export function requiredLine(label: string, maxLength: number = MAX_LENGTH.line): Field<string> {
  return requiredText(label, maxLength, (text) => text.trim())
}

/** Required prose such as a post; stored exactly as written, but white space alone counts as empty. */
export function requiredProse(label: string, maxLength: number): Field<string> {
  return requiredText(label, maxLength, (text) => text)
}

function requiredText(label: string, maxLength: number, tidy: (text: string) => string): Field<string> {
  return {
    schema: Type.String({ minLength: 1, maxLength }),
    required: true,
    read(input) {
      if (input === undefined || input === null) return { msg: `${label} is required` }
      if (typeof input !== 'string') return { msg: `${label} must be text` }
      if (input.trim() === '') return { msg: `${label} is required` }
      const value = tidy(input)
      const msg = textFault(label, value, maxLength)
      return msg ? { msg } : { value }
    },
  }
}

/** Optional text; an empty or blank one becomes null. */
function optional(
  label: string,
  maxLength: number,
  refine: (text: string) => { value: string } | { msg: string },
): Field<string | null> {
  return {
    schema: optionalString({ maxLength }),
    required: false,
    read(input) {
      if (input === undefined || input === null) return { value: null }
      if (typeof input !== 'string') return { msg: `${label} must be text` }
      if (input.trim() === '') return { value: null }
      const msg = textFault(label, input.trim(), maxLength)
      return msg ? { msg } : refine(input)
    },
  }
}

export function optionalLine(label: string): Field<string | null> {
  return optional(label, MAX_LENGTH.line, (text) => ({ value: text.trim() }))
}

export function optionalProse(label: string): Field<string | null> {
  return optional(label, MAX_LENGTH.prose, (text) => ({ value: text }))
}

const EMAIL =
  /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]+@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]*[\p{L}\p{N}]$/u

export function email(): Field<string> {
  return {
    schema: Type.String({ format: 'email', maxLength: MAX_LENGTH.email }),
    required: true,
    read(input) {
      const value = typeof input === 'string' ? input.trim() : ''
      const valid = isStorable(value) && value.length <= MAX_LENGTH.email && EMAIL.test(value)
      return valid ? { value } : { msg: 'Please include a valid email' }
    },
  }
}

export function newPassword(): Field<string> {
  return {
    schema: Type.String({ minLength: PASSWORD_MIN, maxLength: MAX_LENGTH.password }),
    required: true,
    read(input) {
      if (typeof input !== 'string' || [...input].length < PASSWORD_MIN) {
        return { msg: `Please enter a password with ${PASSWORD_MIN} or more characters` }
      }
      const msg = textFault('Password', input, MAX_LENGTH.password)
      return msg ? { msg } : { value: input }
    },
  }
}

/** A password to verify rather than store, so only a missing one is an error. */
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

/** A whole number that may be left out. */
export function numberBetween(label: string, min: number, max: number, fallback: number): Field<number> {
  return {
    schema: Type.Integer({ minimum: min, maximum: max, default: fallback }),
    required: false,
    read(input) {
      const value = input ?? fallback
      return Number.isInteger(value) && (value as number) >= min && (value as number) <= max
        ? { value: value as number }
        : { msg: `${label} must be a whole number from ${min} to ${max}` }
    },
  }
}

/** A comma-separated string or a list; entries are trimmed, empty ones and duplicates are dropped. */
export function skillList(label: string): Field<string[]> {
  return {
    schema: Type.Union(
      [
        Type.String({ description: 'Separated by commas' }),
        Type.Array(Type.String({ maxLength: MAX_LENGTH.skill }), { maxItems: MAX_SKILLS }),
      ],
      { description: 'Entries are trimmed, and duplicates are dropped' },
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
      const msg = value.map((skill) => textFault('A skill', skill, MAX_LENGTH.skill)).find(Boolean)
      return msg ? { msg } : { value }
    },
  }
}

export function flag(label: string, description?: string): Field<boolean> {
  return {
    schema: Type.Boolean({ ...(description && { description }) }),
    required: false,
    read(input) {
      if (input === undefined || input === null) return { value: false }
      return typeof input === 'boolean' ? { value: input } : { msg: `${label} must be true or false` }
    },
  }
}

/** The version of something that was edited; undefined if the sender does not care. */
export function optionalVersion(description: string): Field<number | undefined> {
  return {
    schema: Type.Unsafe({ type: ['integer', 'null'], minimum: 1, description }),
    required: false,
    read(input) {
      if (input === undefined || input === null) return { value: undefined }
      const isVersion = typeof input === 'number' && Number.isSafeInteger(input) && input > 0
      return isVersion ? { value: input } : { msg: 'Version must be a positive whole number' }
    },
  }
}

/** An id, if there is one. A malformed id is not an error: it is just an id that does not exist. */
export function optionalId(label: string, description?: string): Field<string | null> {
  return {
    schema: optionalString({ format: 'uuid', ...(description && { description }) }),
    required: false,
    read(input) {
      if (input === undefined || input === null || input === '') return { value: null }
      if (typeof input !== 'string') return { msg: `${label} must be an id` }
      const msg = textFault(label, input, MAX_LENGTH.line)
      return msg ? { msg } : { value: input }
    },
  }
}

/** A field that has only one value. */
export function given<const Value extends string | boolean>(label: string, value: Value): Field<Value> {
  return {
    schema: Type.Unsafe<Value>({ type: typeof value, enum: [value] }),
    required: true,
    read: (input) => (input === value ? { value } : { msg: `${label} must be ${value}` }),
  }
}

/** A moment as ISO 8601 with a time zone; null if it is empty. */
export function optionalMoment(label: string): Field<number | null> {
  return {
    schema: optionalString({ format: 'date-time' }),
    required: false,
    read(input) {
      if (input === undefined || input === null || input === '') return { value: null }
      const moment = typeof input === 'string' && MOMENT.test(input) ? Date.parse(input) : Number.NaN
      return Number.isNaN(moment) ? { msg: `${label} must be a date and time` } : { value: moment }
    },
  }
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/i

const DATE = /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

/** A calendar date. Only the date part of a date-time is used, so that no time zone shifts it. */
export function calendarDate(label: string): Field<string | null> {
  return {
    schema: optionalString({
      format: 'date',
      description: 'A calendar date. An ISO 8601 date-time is accepted too; only its date part is used',
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
  // JavaScript rolls 30 February over into March; a real date comes back unchanged.
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date)
}

export function link(label: string): Field<string | null> {
  return optional(label, MAX_LENGTH.link, (text) => {
    const value = asWebAddress(text.trim())
    return value ? { value } : { msg: `${label} must be a web address` }
  })
}

// A name that starts with @ may contain dots; without the @, dots mean a host name.
const BARE_NAME = /^(?:@([\w.-]+)|([\w-]+))$/

/** A link to a social network. A bare user name is appended to the network's address. */
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

/** The text as an http(s) address, adding the scheme if it is missing; undefined if it is not one. */
function asWebAddress(text: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these from addresses, which hides schemes
  if (/[\s\\\x00-\x1f\x7f]/.test(text)) return undefined
  // Bidirectional control characters can make an address look like a different one.
  if (/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(text)) return undefined
  const hasScheme = SCHEME.test(text) && !HOST_AND_PORT.test(text)
  if (hasScheme && !/^https?:\/\//i.test(text)) return undefined
  const address = hasScheme ? text : `https://${text.replace(/^\/\//, '')}`
  const url = URL.parse(address)
  if (!url || url.username || url.password) return undefined
  // Without a scheme, a single word is more likely a user name than a host.
  return hasScheme || url.hostname.includes('.') ? address : undefined
}

const GITHUB_USERNAME = /^[a-z\d][\w.-]{0,38}$/i

export function isGithubUsername(text: string): boolean {
  return GITHUB_USERNAME.test(text)
}

export function githubUsername(label: string): Field<string | null> {
  return optional(label, MAX_LENGTH.line, (text) => {
    const value = text.trim().replace(/^@/, '')
    return isGithubUsername(value) ? { value } : { msg: `${label} is not valid` }
  })
}
