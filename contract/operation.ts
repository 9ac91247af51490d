import { type Static, Type } from 'typebox'
import { Id, Moment } from './accounts.ts'
import { type Call, Done, idOf } from './call.ts'
import { paged } from './fields/queries.ts'
import { LOGGED_ACTIONS } from './limits.ts'

const OptionalText = Type.Unsafe<string | null>({ type: ['string', 'null'] })
const OptionalId = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'uuid' })

/** The name at that moment, whether or not the account still exists. */
export const NamedPerson = Type.Object({ _id: Id, name: Type.String() })

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

export const Figures = Type.Object(
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
  { description: 'Figures of the community' },
)
export type Figures = Static<typeof Figures>

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

export const operationCalls = {
  'GET /api/admin/log': {
    id: 'listLog',
    summary: 'The log of moderation',
    description:
      'A page of what moderators and admins have done, newest first. Nothing can be taken out of it.',
    access: 'moderator',
    ...paged,
    response: Type.Array(LogRecord),
    failures: [403],
  },
  'GET /api/admin/figures': {
    id: 'getFigures',
    summary: 'Figures of the community',
    description: 'How many members, posts and comments there are, and how the last 30 days went.',
    access: 'moderator',
    response: Figures,
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
