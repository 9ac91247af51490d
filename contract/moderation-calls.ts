import { Type } from 'typebox'
import { type Call, Done, idOf } from './call.ts'
import { Member, NewSuspension } from './members.ts'
import { NewRemoval, NewReport, OwnRemoval, Removal, Report, ReportResolution } from './moderation.ts'
import { paged } from './queries.ts'

const suspensionParams = { userId: idOf('the member') }

export const moderationCalls = {
  'POST /api/reports': {
    id: 'createReport',
    summary: 'Report something to the moderators',
    description:
      'Reports a post, a comment or a person. The same report again changes nothing while it is open.',
    access: 'member',
    body: NewReport,
    answer: Done,
    failures: [404],
  },
  'GET /api/admin/reports': {
    id: 'listReports',
    summary: 'All reports',
    description: 'A page of the reports, open ones first, each group newest first.',
    access: 'moderator',
    ...paged,
    answer: Type.Array(Report),
    failures: [403],
  },
  'PUT /api/admin/reports/:id': {
    id: 'resolveReport',
    summary: 'Resolve a report',
    description: 'Marks a report as resolved, with a note for other moderators, and returns it.',
    access: 'moderator',
    params: { id: idOf('the report') },
    body: ReportResolution,
    answer: Report,
    failures: [403, 404],
  },
  'GET /api/admin/removals': {
    id: 'listRemovals',
    summary: 'What was taken out',
    description: 'A page of the posts and comments that moderators have taken out, newest first.',
    access: 'moderator',
    ...paged,
    answer: Type.Array(Removal),
    failures: [403],
  },
  'POST /api/admin/removals': {
    id: 'removeEntry',
    summary: 'Take out a post or a comment',
    description:
      'Takes a post or a comment out of all responses until it is brought back. Its author is told the reason.',
    access: 'moderator',
    body: NewRemoval,
    answer: Removal,
    failures: [403, 404],
  },
  'DELETE /api/admin/removals/:id': {
    id: 'returnEntry',
    summary: 'Bring back a post or a comment',
    description: 'Brings back what was taken out, with its likes, comments and history.',
    access: 'moderator',
    params: { id: idOf('the removal') },
    answer: Done,
    failures: [403, 404],
  },
  'GET /api/auth/removals': {
    id: 'listOwnRemovals',
    summary: 'Which of the own posts and comments were taken out',
    description:
      'A page of what moderators have taken out of what the current user wrote, with the reasons, newest first. It can ' +
      'still be deleted.',
    access: 'member',
    ...paged,
    answer: Type.Array(OwnRemoval),
  },
  'PUT /api/admin/suspensions/:userId': {
    id: 'suspendMember',
    summary: 'Suspend a member',
    description:
      'Signs a member out everywhere and hides their profile, posts, comments and likes until the suspension ends. ' +
      'Whoever tries to sign in is told the reason. Moderators cannot suspend moderators or admins.',
    access: 'moderator',
    params: suspensionParams,
    body: NewSuspension,
    answer: Member,
    failures: [403, 404],
  },
  'DELETE /api/admin/suspensions/:userId': {
    id: 'liftSuspension',
    summary: 'Lift a suspension',
    description: 'Ends a suspension, if there is one, and brings back everything that was hidden.',
    access: 'moderator',
    params: suspensionParams,
    answer: Member,
    failures: [403, 404],
  },
} as const satisfies Record<string, Call>
