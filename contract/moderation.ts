import { type Static, Type } from 'typebox'
import { Id, Moment } from './accounts.ts'
import { type Call, Done, idOf } from './call.ts'
import { given, optionalId, optionalProse, requiredLine } from './fields/fields.ts'
import { type FormValue, form } from './fields/form.ts'
import { paged } from './fields/queries.ts'
import { MAX_LENGTH } from './limits.ts'
import { Member, NewSuspension } from './members.ts'
import { NamedPerson } from './operation.ts'

const OptionalText = Type.Unsafe<string | null>({ type: ['string', 'null'] })
const OptionalId = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'uuid' })
const OptionalMoment = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' })
const ContentText = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  description: 'The current text of the post or comment; null if there is none',
})

const reason = requiredLine('Reason', MAX_LENGTH.reason)
const content = { post: optionalId('Post'), comment: optionalId('Comment') }

/** One post, one comment (its post may be named too) or one person. */
export const NewReport = form({ ...content, user: optionalId('User'), reason }, ({ post, comment, user }) => {
  const isOne = user === null ? post !== null || comment !== null : post === null && comment === null
  return isOne ? undefined : { msg: 'Name one post, comment or person' }
})
export type NewReport = FormValue<typeof NewReport>

export const NewRemoval = form({ ...content, reason }, ({ post, comment }) =>
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
  text: ContentText,
  removed: Type.Boolean({ description: 'Whether the post or comment has since been removed' }),
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
  text: ContentText,
  reason: Type.String(),
}

export const Removal = Type.Object({
  ...removal,
  author: NamedPerson,
  by: Type.String({ description: 'The name of the moderator' }),
})
export type Removal = Static<typeof Removal>

export const OwnRemoval = Type.Object(removal)
export type OwnRemoval = Static<typeof OwnRemoval>

const suspensionParams = { userId: idOf('the member') }

export const moderationCalls = {
  'POST /api/reports': {
    id: 'createReport',
    summary: 'Report something to the moderators',
    description:
      'Reports a post, a comment or a person. The same report again changes nothing while it is open.',
    access: 'member',
    body: NewReport,
    response: Done,
    failures: [404],
  },
  'GET /api/admin/reports': {
    id: 'listReports',
    summary: 'All reports',
    description: 'A page of the reports, open ones first, each group newest first.',
    access: 'moderator',
    ...paged,
    response: Type.Array(Report),
    failures: [403],
  },
  'PUT /api/admin/reports/:id': {
    id: 'resolveReport',
    summary: 'Resolve a report',
    description: 'Marks a report as resolved, with a note for other moderators, and returns it.',
    access: 'moderator',
    params: { id: idOf('the report') },
    body: ReportResolution,
    response: Report,
    failures: [403, 404],
  },
  'GET /api/admin/removals': {
    id: 'listRemovals',
    summary: 'What was taken out',
    description: 'A page of the posts and comments that moderators have taken out, newest first.',
    access: 'moderator',
    ...paged,
    response: Type.Array(Removal),
    failures: [403],
  },
  'POST /api/admin/removals': {
    id: 'removeContent',
    summary: 'Take out a post or a comment',
    description:
      'Takes a post or a comment out of all responses until it is brought back. Its author sees the reason.',
    access: 'moderator',
    body: NewRemoval,
    response: Removal,
    failures: [403, 404],
  },
  'DELETE /api/admin/removals/:id': {
    id: 'restoreContent',
    summary: 'Restore a post or a comment',
    description: 'Brings back what was taken out, with its likes, comments and history.',
    access: 'moderator',
    params: { id: idOf('the removal') },
    response: Done,
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
    response: Type.Array(OwnRemoval),
  },
  'PUT /api/admin/suspensions/:userId': {
    id: 'suspendMember',
    summary: 'Suspend a member',
    description:
      'Signs a member out everywhere and hides their profile, posts, comments and likes until the suspension ends. ' +
      'The person sees the reason when signing in. Moderators cannot suspend moderators or admins.',
    access: 'moderator',
    params: suspensionParams,
    body: NewSuspension,
    response: Member,
    failures: [403, 404],
  },
  'DELETE /api/admin/suspensions/:userId': {
    id: 'liftSuspension',
    summary: 'Lift a suspension',
    description: 'Ends a suspension, if there is one, and brings back everything that was hidden.',
    access: 'moderator',
    params: suspensionParams,
    response: Member,
    failures: [403, 404],
  },
} as const satisfies Record<string, Call>
