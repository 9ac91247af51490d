import { type Call, Done, idOf } from './call.ts'

const params = { userId: idOf('the person') }

export const blockCalls = {
  'PUT /api/mutes/:userId': {
    id: 'mutePerson',
    summary: 'Mute a person',
    description: 'The page leaves out what this person writes. The own account lists whom one has muted.',
    access: 'member',
    params,
    answer: Done,
    failures: [400, 404],
  },
  'DELETE /api/mutes/:userId': {
    id: 'unmutePerson',
    summary: 'Unmute a person',
    description: 'Ends the muting, if there is any.',
    access: 'member',
    params,
    answer: Done,
    failures: [404],
  },
  'PUT /api/blocks/:userId': {
    id: 'blockPerson',
    summary: 'Block a person',
    description: 'Like muting; the person can also no longer comment on your posts, mention or follow you.',
    access: 'member',
    params,
    answer: Done,
    failures: [400, 404],
  },
  'DELETE /api/blocks/:userId': {
    id: 'unblockPerson',
    summary: 'Unblock a person',
    description: 'Ends the blocking, if there is any.',
    access: 'member',
    params,
    answer: Done,
    failures: [404],
  },
} as const satisfies Record<string, Call>
