import { type Static, type TSchema, Type } from 'typebox'
import { type Call, idOf } from './call.ts'
import { type Field, type FormValue, form } from './fields/form.ts'
import { filterFlag } from './fields/queries.ts'
import { MAX_RESUME_BYTES } from './limits.ts'
import { Profile } from './profiles.ts'

// JSON Resume 1.0.0 (jsonresume.org) with additional fields that keep a round trip complete:
// `company`, `current`, `source` and the `description` of an education.

const Text = Type.Optional(Type.String())
const Link = Type.Optional(Type.String({ format: 'uri' }))
const Day = Type.Optional(Type.String({ description: 'YYYY-MM-DD, YYYY-MM or YYYY' }))
const Period = { startDate: Day, endDate: Day }

export const ResumeAccount = Type.Object({ network: Type.String(), username: Text, url: Link })
export const ResumePlace = Type.Object({ city: Text })

export const ResumeBasics = Type.Object({
  name: Type.String(),
  label: Text,
  image: Text,
  email: Text,
  url: Link,
  summary: Text,
  company: Text,
  location: ResumePlace,
  profiles: Type.Array(ResumeAccount),
})

export const ResumeJob = Type.Object({
  name: Text,
  position: Text,
  location: Text,
  ...Period,
  current: Type.Optional(Type.Boolean()),
  summary: Text,
})

export const ResumeStudy = Type.Object({
  institution: Text,
  studyType: Text,
  area: Text,
  ...Period,
  current: Type.Optional(Type.Boolean()),
  description: Text,
})

export const ResumeSkill = Type.Object({ name: Type.String() })

export const ResumeProject = Type.Object({
  name: Type.String(),
  description: Text,
  keywords: Type.Array(Type.String()),
  url: Link,
  source: Link,
  ...Period,
})

export const Resume = Type.Object({
  $schema: Link,
  basics: ResumeBasics,
  work: Type.Array(ResumeJob),
  education: Type.Array(ResumeStudy),
  skills: Type.Array(ResumeSkill),
  projects: Type.Array(ResumeProject),
})
export type Resume = Static<typeof Resume>

/** Accepts anything; the response lists what cannot be imported. */
const section = (schema: TSchema): Field<unknown> => ({
  schema,
  required: false,
  read: (value) => ({ value }),
})
const unusedSection = () =>
  section(Type.Array(Type.Unsafe({ type: 'object' }), { description: 'Not taken over' }))

export const NewResume = form({
  basics: section(Resume.properties.basics),
  work: section(Resume.properties.work),
  education: section(Resume.properties.education),
  skills: section(Resume.properties.skills),
  projects: section(Resume.properties.projects),
  volunteer: unusedSection(),
  awards: unusedSection(),
  certificates: unusedSection(),
  publications: unusedSection(),
  languages: unusedSection(),
  interests: unusedSection(),
  references: unusedSection(),
})
export type NewResume = FormValue<typeof NewResume>

const Count = Type.Integer({ minimum: 0 })
export const AddedFromResume = Type.Object({ work: Count, education: Count, skills: Count, projects: Count })
export type AddedFromResume = Static<typeof AddedFromResume>

export const ImportedResume = Type.Object({
  profile: Profile,
  added: AddedFromResume,
  ignored: Type.Array(Type.String(), {
    description: 'What could not be taken over, by its path in the document',
  }),
})
export type ImportedResume = Static<typeof ImportedResume>

const PreviewQuery = form({
  preview: filterFlag('Respond as if it were imported, but change nothing. New texts are not rendered'),
})

export const resumeCalls = {
  'GET /api/profile/user/:id/resume.json': {
    id: 'getResume',
    summary: 'A profile as a résumé',
    description: 'The profile as a JSON Resume 1.0.0 document, with the email only if everybody may see it.',
    access: 'profile-reader',
    params: { id: idOf('the user') },
    response: Resume,
    failures: [404],
  },
  'POST /api/profile/resume': {
    id: 'importResume',
    summary: 'Import a résumé',
    description:
      'Fills what is empty in your profile and adds what is new from a JSON Resume of at most 256 KB. Nothing is ' +
      'changed or deleted, and importing a document again adds nothing.',
    access: 'member',
    query: PreviewQuery,
    body: NewResume,
    maxBytes: MAX_RESUME_BYTES,
    response: ImportedResume,
  },
} as const satisfies Record<string, Call>
