import { Type } from 'typebox'
import { type Call, idOf } from './call.ts'
import { HELPERS_LISTED, QUESTIONS_WAITING } from './limits.ts'
import { Helper } from './matching.ts'
import { Post } from './posts.ts'

export const matchingCalls = {
  'GET /api/posts/:id/helpers': {
    id: 'listHelpers',
    summary: 'Who could answer a question',
    description:
      'People whose skills match the tags of an open question, and who have not answered it yet; those who answer ' +
      'questions most often come first. The list is empty for any other post.',
    access: 'member',
    params: { id: idOf('the question') },
    answer: Type.Array(Helper, { maxItems: HELPERS_LISTED }),
    failures: [404],
  },
  'GET /api/waiting-questions': {
    id: 'listWaitingQuestions',
    summary: 'Questions that wait for your skills',
    description:
      'The newest questions by others with no accepted answer, whose tags are among your skills, and which you have ' +
      'not answered yet. All of them are listed by `GET /api/posts?feed=for-me`.',
    access: 'member',
    answer: Type.Array(Post, { maxItems: QUESTIONS_WAITING }),
  },
} as const satisfies Record<string, Call>
