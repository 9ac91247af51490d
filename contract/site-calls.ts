import { Token } from './accounts.ts'
import type { Call } from './call.ts'
import { FirstAdmin } from './setup.ts'
import { Site, SiteChanges } from './site.ts'

export const siteCalls = {
  'GET /api/site': {
    id: 'getSite',
    summary: 'The community',
    description: 'The name of this community, who may register and read, and the ways to sign in.',
    access: 'anyone',
    answer: Site,
  },
  'PUT /api/admin/site': {
    id: 'changeSite',
    summary: 'Change the community',
    description: 'Changes the given fields and returns the community.',
    access: 'admin',
    body: SiteChanges,
    answer: Site,
    failures: [403],
  },
  'POST /api/setup': {
    id: 'setUp',
    summary: 'Set the community up',
    description:
      'Takes the code that the first start prints, names the community and makes its first admin. The code ends ' +
      'when there is an admin.',
    access: 'anyone',
    body: FirstAdmin,
    answer: Token,
  },
} as const satisfies Record<string, Call>
