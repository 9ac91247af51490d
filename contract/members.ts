import { type Static, Type } from 'typebox'
import { ROLES, type Role } from './access.ts'
import { Id, Moment } from './accounts.ts'
import { choice, optionalMoment, requiredLine } from './fields.ts'
import { type FormValue, form } from './form.ts'
import { Handle } from './handles.ts'
import { MAX_LENGTH } from './limits.ts'
import { NamedPerson } from './operation.ts'

const Until = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  format: 'date-time',
  description: 'When it ends by itself; null if only a moderator can end it',
})

export const Suspension = Type.Object({ until: Until, reason: Type.String() })
export type Suspension = Static<typeof Suspension>

/** A member as moderators see them. */
export const Member = Type.Object({
  _id: Id,
  name: Type.String(),
  handle: Handle,
  email: Type.String(),
  role: Type.Unsafe<Role>({ type: 'string', enum: [...ROLES] }),
  date: Moment,
  suspended: Type.Boolean(),
  suspension: Type.Union([Suspension, Type.Null()]),
  invitedBy: Type.Union([NamedPerson, Type.Null()], {
    description: 'Whose invitation they registered with; null if there was none, or the account is gone',
  }),
})
export type Member = Static<typeof Member>

export const RoleChange = form({ role: choice('Role', ROLES) })
export type RoleChange = FormValue<typeof RoleChange>

export const NewSuspension = form({
  until: optionalMoment('Until'),
  reason: requiredLine('Reason', MAX_LENGTH.reason),
})
export type NewSuspension = FormValue<typeof NewSuspension>
