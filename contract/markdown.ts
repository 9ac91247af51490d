import { type Static, Type } from 'typebox'
import { Moment } from './accounts.ts'
import { optionalVersion, requiredProse } from './fields/fields.ts'
import { type FormValue, form } from './fields/form.ts'
import { MAX_LENGTH } from './limits.ts'

export const Html = Type.String({
  description:
    'The text as HTML, rendered by the server and safe to show: without scripts, styles and ids. Code is ' +
    'highlighted by classes',
})

/** Not a union: the serializer would run a validator on every value. */
export const OptionalHtml = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  description: 'The text as HTML, rendered by the server and safe to show',
})

const OptionalMoment = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' })

export const edition = {
  version: Type.Integer({ minimum: 1, description: 'Increases with every edit' }),
  edited: Type.Unsafe<string | null>({ ...OptionalMoment, description: 'When it was last edited, if ever' }),
}

export const EditedText = form({
  text: requiredProse('Text', MAX_LENGTH.post),
  version: optionalVersion(
    'The version that was edited; if it is no longer the current one, nothing changes',
  ),
})
export type EditedText = FormValue<typeof EditedText>

export const Preview = Type.Object({ html: Html })
export type Preview = Static<typeof Preview>

export const Change = Type.Object({
  kind: Type.Unsafe<'same' | 'added' | 'removed'>({ type: 'string', enum: ['same', 'added', 'removed'] }),
  text: Type.String(),
})
export type Change = Static<typeof Change>

export const Version = Type.Object({
  version: Type.Integer({ minimum: 1 }),
  text: Type.String(),
  html: Html,
  date: Moment,
  changes: Type.Array(Change, {
    description: 'The differences from the previous version, in order; none for the first version',
  }),
})
export type Version = Static<typeof Version>
