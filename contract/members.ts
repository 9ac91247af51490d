import { type Static, Type } from 'typebox'
import { ROLES, type Role } from './access.ts'
import { Id, Moment } from './accounts.ts'
import { type Call, idOf } from './call.ts'
import { choice, optionalMoment, requiredLine } from './fields/fields.ts'
import { type FormValue, form } from './fields/form.ts'
import { Handle } from './fields/handles.ts'
import { filterText, pagedBy } from './fields/queries.ts'
import { MAX_LENGTH } from './limits.ts'
import { NamedPerson } from './operation.ts'

const Until = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  format: 'date-time',
  description: 'When it ends by itself; null if only a moderator can end it',
})

export const Suspension = Type.Object({ until: Until, reason: Type.String() })
export type Suspension = Static<typeof Suspension>

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

export const memberCalls = {
  'GET /api/admin/members': {
    id: 'listMembers',
    summary: 'All members',
    description:
      'A page of all members, newest first, or of those whose name, handle or email contains a text. A page of a ' +
      'search may have few members or none and still be followed by another.',
    access: 'moderator',
    ...pagedBy({ q: filterText('Search', 'A part of a name, handle or email, in any case') }),
    response: Type.Array(Member),
    failures: [403],
  },
  'PUT /api/admin/members/:id': {
    id: 'changeMember',
    summary: 'Change the role of a member',
    description: 'Gives a member a role and returns the member. The last admin stays one.',
    access: 'admin',
    params: { id: idOf('the member') },
    body: RoleChange,
    response: Member,
    failures: [403, 404],
  },
} as const satisfies Record<string, Call>
