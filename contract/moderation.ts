import { type Static, Type } from 'typebox'
import { Id, Moment } from './accounts.ts'
import { given, optionalId, optionalProse, requiredLine } from './fields.ts'
import { type FormValue, form } from './form.ts'
import { MAX_LENGTH } from './limits.ts'
import { NamedPerson } from './operation.ts'

const OptionalText = Type.Unsafe<string | null>({ type: ['string', 'null'] })
const OptionalId = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'uuid' })
const OptionalMoment = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' })
const EntryText = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  description: 'The current text of the post or comment; null if there is none',
})

const reason = requiredLine('Reason', MAX_LENGTH.reason)
const entry = { post: optionalId('Post'), comment: optionalId('Comment') }

/** One post, one comment (its post may be named too), or one person. */
export const NewReport = form({ ...entry, user: optionalId('User'), reason }, ({ post, comment, user }) => {
  const isOne = user === null ? post !== null || comment !== null : post === null && comment === null
  return isOne ? undefined : { msg: 'Name one post, comment or person' }
})
export type NewReport = FormValue<typeof NewReport>

export const NewRemoval = form({ ...entry, reason }, ({ post, comment }) =>
  post === null && comment === null ? { msg: 'Name one post or comment' } : undefined,
)
export type NewRemoval = FormValue<typeof NewRemoval>

export const ReportResolution = form({ resolved: given('Resolved', true), note: optionalProse('Note') })
export type ReportResolution = FormValue<typeof ReportResolution>

export const Report = Type.Object({
  _id: Id,
  date: Moment,
  post: OptionalId,
  comment: OptionalId,
  user: NamedPerson,
  text: EntryText,
  removed: Type.Boolean({ description: 'Whether the post or comment has been taken out meanwhile' }),
  reporter: NamedPerson,
  reason: Type.String(),
  resolved: Type.Boolean(),
  resolvedAt: OptionalMoment,
  resolvedBy: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'The name of the moderator',
  }),
  note: OptionalText,
})
export type Report = Static<typeof Report>

const removal = {
  _id: Id,
  date: Moment,
  post: Id,
  comment: OptionalId,
  text: EntryText,
  reason: Type.String(),
}

export const Removal = Type.Object({
  ...removal,
  author: NamedPerson,
  by: Type.String({ description: 'The name of the moderator' }),
})
export type Removal = Static<typeof Removal>

/** A removal as the author is told of it. */
export const OwnRemoval = Type.Object(removal)
export type OwnRemoval = Static<typeof OwnRemoval>
