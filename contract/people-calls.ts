import { type Call, idOf } from './call.ts'
import { Person } from './people.ts'

export const peopleCalls = {
  'GET /api/people/:id': {
    id: 'getPerson',
    summary: 'A person',
    description: 'A person by id, whether or not they have a profile.',
    access: 'anyone',
    params: { id: idOf('the person') },
    answer: Person,
    failures: [404],
  },
} as const satisfies Record<string, Call>
