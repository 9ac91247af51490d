import { Type } from 'typebox'
import type { Call } from './call.ts'
import { Person } from './people.ts'

export const peopleCalls = {
  'GET /api/people/:idOrHandle': {
    id: 'getPerson',
    summary: 'A person',
    description:
      'A person by id or handle, whether or not they have a profile. A handle that they had before leads to them too.',
    access: 'anyone',
    params: { idOrHandle: Type.String({ description: 'The id of the person, or a handle, in any case' }) },
    answer: Person,
    failures: [404],
  },
} as const satisfies Record<string, Call>
