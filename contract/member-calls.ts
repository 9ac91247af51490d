import { Type } from 'typebox'
import { type Call, idOf } from './call.ts'
import { Member, RoleChange } from './members.ts'
import { filterText, pagedBy } from './queries.ts'

export const memberCalls = {
  'GET /api/admin/members': {
    id: 'listMembers',
    summary: 'All members',
    description:
      'A page of all members, newest first, or of those whose name, handle or email contains a text. A page of a ' +
      'search may have few entries or none and still be followed by another.',
    access: 'moderator',
    ...pagedBy({ q: filterText('Search', 'A part of a name, handle or email, in any case') }),
    answer: Type.Array(Member),
    failures: [403],
  },
  'PUT /api/admin/members/:id': {
    id: 'changeMember',
    summary: 'Change the role of a member',
    description: 'Gives a member a role and returns the member. The last admin stays one.',
    access: 'admin',
    params: { id: idOf('the member') },
    body: RoleChange,
    answer: Member,
    failures: [403, 404],
  },
} as const satisfies Record<string, Call>
