import { Type } from 'typebox'
import { type Call, Done, idOf } from './call.ts'
import { Invitation, NewInvitation } from './invitations.ts'
import { paged } from './queries.ts'

export const invitationCalls = {
  'POST /api/invitations': {
    id: 'createInvitation',
    summary: 'Invite people',
    description:
      'Makes a link that admits as many people as it says, while it is valid. Members may invite if the ' +
      'community lets them.',
    access: 'member',
    body: NewInvitation,
    answer: Invitation,
    failures: [403],
  },
  'GET /api/invitations': {
    id: 'listInvitations',
    summary: 'Invitations',
    description: 'Your invitations, newest first; moderators see those of everyone.',
    access: 'member',
    ...paged,
    answer: Type.Array(Invitation),
  },
  'DELETE /api/invitations/:id': {
    id: 'deleteInvitation',
    summary: 'Withdraw an invitation',
    description: 'Nobody can register with it any more. Moderators may withdraw those of others.',
    access: 'member',
    params: { id: idOf('the invitation') },
    answer: Done,
    failures: [404],
  },
} as const satisfies Record<string, Call>
