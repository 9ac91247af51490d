import { Type } from 'typebox'
import { type Call, Done, idOf } from './call.ts'
import { FailedJob, Figures, LogEntry } from './operation.ts'
import { paged } from './queries.ts'

export const operationCalls = {
  'GET /api/admin/log': {
    id: 'listLog',
    summary: 'The log of moderation',
    description:
      'A page of what moderators and admins have done, newest first. Nothing can be taken out of it.',
    access: 'moderator',
    ...paged,
    answer: Type.Array(LogEntry),
    failures: [403],
  },
  'GET /api/admin/figures': {
    id: 'getFigures',
    summary: 'Figures of the community',
    description: 'How many members, posts and comments there are, and how the last 30 days went.',
    access: 'moderator',
    answer: Figures,
    failures: [403],
  },
  'GET /api/admin/jobs': {
    id: 'listFailedJobs',
    summary: 'Jobs that failed',
    description: 'A page of the work in the background that was given up, newest first.',
    access: 'admin',
    ...paged,
    answer: Type.Array(FailedJob),
    failures: [403],
  },
  'POST /api/admin/jobs/:id/retry': {
    id: 'retryJob',
    summary: 'Try a failed job again',
    description: 'Starts a job that was given up over.',
    access: 'admin',
    params: { id: idOf('the job') },
    answer: Done,
    failures: [403, 404],
  },
} as const satisfies Record<string, Call>
