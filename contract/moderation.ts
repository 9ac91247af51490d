import { type Static, Type } from 'typebox'
import { Id, Member, Moment, NamedPerson, NewSuspension } from './accounts.ts'
import { type Call, Done, idOf } from './call.ts'
import { constant, email, optionalId, optionalProse, requiredLine, requiredProse } from './fields/fields.ts'
import { type FormValue, form } from './fields/form.ts'
import { paged } from './fields/queries.ts'
import { LOGGED_ACTIONS, MAX_LENGTH, NOTICE_DAYS, NOTICES_IN_WINDOW } from './limits.ts'

const OptionalText = Type.Unsafe<string | null>({ type: ['string', 'null'] })
const OptionalId = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'uuid' })
const OptionalMoment = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' })
const ContentText = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  description: 'The current text of the post or comment; null if there is none',
})

const reason = requiredLine('Reason', MAX_LENGTH.reason)
const content = { post: optionalId('Post'), comment: optionalId('Comment') }

export const NewReport = form({ ...content, user: optionalId('User'), reason }, ({ post, comment, user }) => {
  const isOne = user === null ? post !== null || comment !== null : post === null && comment === null
  return isOne ? undefined : { msg: 'Name one post, comment or person' }
})
export type NewReport = FormValue<typeof NewReport>

export const NewNotice = form({
  url: requiredLine('Url', MAX_LENGTH.link),
  reason: requiredProse('Reason', MAX_LENGTH.prose),
  email: email(),
})
export type NewNotice = FormValue<typeof NewNotice>

export const NewRemoval = form({ ...content, reason }, ({ post, comment }) =>
  post === null && comment === null ? { msg: 'Name one post or comment' } : undefined,
)
export type NewRemoval = FormValue<typeof NewRemoval>

export const ReportResolution = form({ resolved: constant('Resolved', true), note: optionalProse('Note') })
export type ReportResolution = FormValue<typeof ReportResolution>

export const Report = Type.Object({
  _id: Id,
  date: Moment,
  post: OptionalId,
  comment: OptionalId,
  user: Type.Union([NamedPerson, Type.Null()], { description: 'Null in the notice of a visitor' }),
  url: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    format: 'uri',
    description: 'What the notice of a visitor is about, on this site; null in other reports',
  }),
  email: Type.Optional(Type.String({ description: 'The email of the visitor; only admins see it' })),
  text: ContentText,
  removed: Type.Boolean({ description: 'Whether the post or comment has since been removed' }),
  reporter: Type.Union([NamedPerson, Type.Null()], { description: 'Null if it was a visitor' }),
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

export const LogRecord = Type.Object(
  {
    _id: Id,
    date: Moment,
    action: Type.Unsafe<(typeof LOGGED_ACTIONS)[number]>({ type: 'string', enum: [...LOGGED_ACTIONS] }),
    by: Type.Union([NamedPerson, Type.Null()], { description: 'Null if it was the server or its operator' }),
    to: Type.Union([NamedPerson, Type.Null()], { description: 'The person it concerned' }),
    post: OptionalId,
    comment: OptionalId,
    reason: OptionalText,
    details: OptionalText,
  },
  { description: 'An action: who took it, when and why, and the person, post or comment it concerned' },
)
export type LogRecord = Static<typeof LogRecord>

export const DayCount = Type.Object({
  date: Type.String({ format: 'date', description: 'In UTC' }),
  count: Type.Integer({ minimum: 0 }),
})

export const CommunityCounts = Type.Object(
  {
    members: Type.Integer({ minimum: 0 }),
    active: Type.Integer({
      minimum: 0,
      description: 'How many members were signed in during the last 7 days',
    }),
    posts: Type.Integer({ minimum: 0 }),
    comments: Type.Integer({ minimum: 0 }),
    registrationsByDay: Type.Array(DayCount, { description: 'The last 30 days, oldest first' }),
    postsByDay: Type.Array(DayCount, { description: 'The last 30 days, oldest first' }),
    medianAnswerSeconds: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 0,
      description:
        'The median time from a post to the first comment by someone else, among the posts of the last 30 days',
    }),
    date: Type.String({
      format: 'date-time',
      description: 'When these were counted; a few minutes ago at most',
    }),
  },
  { description: 'CommunityCounts of the community' },
)
export type CommunityCounts = Static<typeof CommunityCounts>

export const FailedJob = Type.Object(
  {
    _id: Id,
    kind: Type.String(),
    error: Type.String({ description: 'What went wrong at the last attempt' }),
    attempts: Type.Integer({ minimum: 0 }),
    date: Type.String({ format: 'date-time', description: 'When it was given up' }),
  },
  { description: 'Work in the background that was given up' },
)
export type FailedJob = Static<typeof FailedJob>

const suspensionParams = { userId: idOf('the member') }

export const moderationCalls = {
  'POST /api/reports': {
    id: 'createReport',
    summary: 'Report something to the moderators',
    description:
      'Reports a post, a comment or a person. The same report again changes nothing while it is open.',
    access: 'contributor',
    body: NewReport,
    response: Done,
    failures: [404],
  },
  'POST /api/notices': {
    id: 'createNotice',
    summary: 'Report unlawful content',
    description:
      `For visitors, ${NOTICES_IN_WINDOW} times an hour. Takes an address on this site. The notice is deleted ` +
      `${NOTICE_DAYS} days after it was resolved.`,
    access: 'anyone',
    body: NewNotice,
    response: Done,
  },
  'GET /api/admin/reports': {
    id: 'listReports',
    summary: 'All reports',
    description:
      'A page of the reports of members and of the notices of visitors, open ones first, each group newest first.',
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
    summary: 'All removals',
    description: 'A page of the posts and comments that moderators have removed, newest first.',
    access: 'moderator',
    ...paged,
    response: Type.Array(Removal),
    failures: [403],
  },
  'POST /api/admin/removals': {
    id: 'removeContent',
    summary: 'Remove a post or a comment',
    description: 'Hides a post or a comment from everyone until it is restored. Its author sees the reason.',
    access: 'moderator',
    body: NewRemoval,
    response: Removal,
    failures: [403, 404],
  },
  'DELETE /api/admin/removals/:id': {
    id: 'restoreContent',
    summary: 'Restore a post or a comment',
    description: 'Restores what was removed, with its likes, comments and history.',
    access: 'moderator',
    params: { id: idOf('the removal') },
    response: Done,
    failures: [403, 404],
  },
  'GET /api/auth/removals': {
    id: 'listOwnRemovals',
    summary: 'Removals of the own posts and comments',
    description:
      'A page of the posts and comments of the current user that moderators have removed, with the reasons, newest ' +
      'first. They can still be deleted.',
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
    description: 'Ends a suspension, if there is one, and restores everything that was hidden.',
    access: 'moderator',
    params: suspensionParams,
    response: Member,
    failures: [403, 404],
  },
} as const satisfies Record<string, Call>

export const operationCalls = {
  'GET /api/admin/log': {
    id: 'listLog',
    summary: 'The log of moderation',
    description:
      'A page of what moderators and admins have done, newest first. Nothing can be deleted from it.',
    access: 'moderator',
    ...paged,
    response: Type.Array(LogRecord),
    failures: [403],
  },
  'GET /api/admin/figures': {
    id: 'getCommunityCounts',
    summary: 'CommunityCounts of the community',
    description: 'How many members, posts and comments there are, and how the last 30 days went.',
    access: 'moderator',
    response: CommunityCounts,
    failures: [403],
  },
  'GET /api/admin/jobs': {
    id: 'listFailedJobs',
    summary: 'Jobs that failed',
    description: 'A page of the work in the background that was given up, newest first.',
    access: 'admin',
    ...paged,
    response: Type.Array(FailedJob),
    failures: [403],
  },
  'POST /api/admin/jobs/:id/retry': {
    id: 'retryJob',
    summary: 'Try a failed job again',
    description: 'Starts a job that was given up over.',
    access: 'admin',
    params: { id: idOf('the job') },
    response: Done,
    failures: [403, 404],
  },
} as const satisfies Record<string, Call>
