import { type TStringOptions, Type } from 'typebox'
import { MAX_LENGTH, MAX_SKILLS, NOT_CHOSEN, PASSWORD_MIN } from '../limits.ts'
import type { Field, OptionalField } from './form.ts'

const optionalString = (options: TStringOptions) => Type.Unsafe({ type: ['string', 'null'], ...options })

/** PostgreSQL cannot store NUL, and a lone surrogate cannot be encoded as UTF-8. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

function isLonger(text: string, maxLength: number): boolean {
  return text.length > maxLength && [...text].length > maxLength
}

export function textFault(label: string, text: string, maxLength: number): string | undefined {
  if (!isStorable(text)) return `${label} contains characters that cannot be stored`
  if (isLonger(text, maxLength)) return `${label} must be at most ${maxLength} characters`
  return undefined
}

export function requiredLine(label: string, maxLength: number = MAX_LENGTH.line): Field<string> {
  return requiredText(label, maxLength, (text) => text.trim())
}

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

export function optionalText(
  label: string,
  maxLength: number,
  refine: (text: string) => { value: string } | { msg: string },
): OptionalField<string | null, string> {
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

export function optionalLine(label: string): OptionalField<string | null, string> {
  return optionalText(label, MAX_LENGTH.line, (text) => ({ value: text.trim() }))
}

export function optionalProse(label: string): OptionalField<string | null, string> {
  return optionalText(label, MAX_LENGTH.prose, (text) => ({ value: text }))
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

/** Only a missing password is an error: it is verified elsewhere. */
export function givenPassword(label = 'Password'): Field<string> {
  return {
    schema: Type.String({ minLength: 1 }),
    required: true,
    read(input) {
      return typeof input === 'string' && input !== '' ? { value: input } : { msg: `${label} is required` }
    },
  }
}

export function optionalGivenPassword(): OptionalField<string | null, string> {
  return {
    schema: optionalString({}),
    required: false,
    read(input) {
      if (input === undefined || input === null || input === '') return { value: null }
      return typeof input === 'string' ? { value: input } : { msg: 'Password must be text' }
    },
  }
}

export function choice<const Option extends string>(
  label: string,
  options: readonly Option[],
  unknown = `${label} must be one of ${options.join(', ')}`,
): Field<Option> {
  return {
    schema: Type.Unsafe<Option>({ type: 'string', enum: [...options] }),
    required: true,
    read(input) {
      const value = options.find((option) => option === input)
      if (value !== undefined) return { value }
      const isMissing = input === undefined || input === null || input === '' || input === NOT_CHOSEN
      return { msg: isMissing ? `${label} is required` : unknown }
    },
  }
}

export function optionalChoice<const Option extends string>(
  label: string,
  options: readonly [Option, ...Option[]],
): OptionalField<Option> {
  const [fallback] = options
  return {
    schema: Type.Unsafe<Option>({ type: 'string', enum: [...options], default: fallback }),
    required: false,
    read(input) {
      if (input === undefined || input === null || input === '') return { value: fallback }
      const value = options.find((option) => option === input)
      return value === undefined ? { msg: `${label} must be one of ${options.join(', ')}` } : { value }
    },
  }
}

export function numberBetween(
  label: string,
  min: number,
  max: number,
  fallback: number,
): OptionalField<number> {
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

const SKILLS = Type.Union(
  [
    Type.String({ description: 'Separated by commas' }),
    Type.Array(Type.String({ maxLength: MAX_LENGTH.skill }), { maxItems: MAX_SKILLS }),
  ],
  { description: 'Items are trimmed, and duplicates are dropped' },
)

function readSkills(label: string, input: unknown): { value: string[] } | { msg: string } {
  const texts = Array.isArray(input) ? input : [input ?? '']
  if (!texts.every((text) => typeof text === 'string')) return { msg: `${label} must be text` }
  const unique = new Map<string, string>()
  for (const skill of texts.join(',').split(',')) {
    const trimmed = skill.trim()
    if (trimmed && !unique.has(trimmed.toLowerCase())) unique.set(trimmed.toLowerCase(), trimmed)
  }
  const value = [...unique.values()]
  if (value.length > MAX_SKILLS) return { msg: `${label} must be at most ${MAX_SKILLS}` }
  const msg = value.map((skill) => textFault('A skill', skill, MAX_LENGTH.skill)).find(Boolean)
  return msg ? { msg } : { value }
}

export function skillList(label: string): Field<string[], string | string[]> {
  return {
    schema: SKILLS,
    required: true,
    read(input) {
      const result = readSkills(label, input)
      return 'value' in result && result.value.length === 0 ? { msg: `${label} is required` } : result
    },
  }
}

export function optionalSkillList(label: string): OptionalField<string[], string | string[]> {
  return { schema: SKILLS, required: false, read: (input) => readSkills(label, input) }
}

export function flag(label: string, description?: string): OptionalField<boolean> {
  return {
    schema: Type.Boolean({ ...(description && { description }) }),
    required: false,
    read(input) {
      if (input === undefined || input === null) return { value: false }
      return typeof input === 'boolean' ? { value: input } : { msg: `${label} must be true or false` }
    },
  }
}

export function optionalVersion(description: string): OptionalField<number | undefined, number> {
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

export function optionalId(label: string, description?: string): OptionalField<string | null, string> {
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

export function constant<const Value extends string | boolean>(label: string, value: Value): Field<Value> {
  return {
    schema: Type.Unsafe<Value>({ type: typeof value, enum: [value] }),
    required: true,
    read: (input) => (input === value ? { value } : { msg: `${label} must be ${value}` }),
  }
}

export function optionalMoment(label: string): OptionalField<number | null, string> {
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

/** Ignores the time of a date-time, so that no time zone shifts the date. */
export function calendarDate(label: string): OptionalField<string | null, string> {
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
  // JavaScript turns 30 February into a day in March.
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date)
}
