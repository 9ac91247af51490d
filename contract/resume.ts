import { type Static, type TSchema, Type } from 'typebox'
import { type Call, idOf } from './call.ts'

// JSON Resume 1.0.0 (jsonresume.org), which allows other fields. Those that it lacks keep a round trip complete:
// `company`, `current`, `source` and the `description` of an education.

const Text = Type.Optional(Type.String())
const Link = Type.Optional(Type.String({ format: 'uri' }))
const Day = Type.Optional(Type.String({ description: 'YYYY-MM-DD, YYYY-MM or YYYY' }))
const Period = { startDate: Day, endDate: Day }
const list = <Fields extends Record<string, TSchema>>(fields: Fields) => Type.Array(Type.Object(fields))

export const Resume = Type.Object({
  $schema: Link,
  basics: Type.Object({
    name: Type.String(),
    label: Text,
    image: Text,
    email: Text,
    url: Link,
    summary: Text,
    company: Text,
    location: Type.Optional(Type.Object({ city: Text })),
    profiles: list({ network: Type.String(), username: Text, url: Link }),
  }),
  work: list({
    name: Text,
    position: Text,
    location: Text,
    ...Period,
    current: Type.Optional(Type.Boolean()),
    summary: Text,
  }),
  education: list({
    institution: Text,
    studyType: Text,
    area: Text,
    ...Period,
    current: Type.Optional(Type.Boolean()),
    description: Text,
  }),
  skills: list({ name: Type.String() }),
  projects: list({
    name: Type.String(),
    description: Text,
    keywords: Type.Array(Type.String()),
    url: Link,
    source: Link,
    ...Period,
  }),
})
export type Resume = Static<typeof Resume>

export const resumeCalls = {
  'GET /api/profile/user/:id/resume.json': {
    id: 'getResume',
    summary: 'A profile as a résumé',
    description: 'The profile as a JSON Resume 1.0.0 document, with the email only if everybody may see it.',
    access: 'anyone',
    params: { id: idOf('the user') },
    response: Resume,
    failures: [404],
  },
} as const satisfies Record<string, Call>
