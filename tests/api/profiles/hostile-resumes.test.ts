import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_RESUME_BYTES } from '../../../contract/limits.ts'
import { LONG } from '../../../test-support/long-runs.ts'
import { strangeText } from '../../abuse/strange-values.ts'
import { startApp, type TestApp } from '../../app.ts'

const PATH = '/api/profile/resume'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

const hostile: fc.Arbitrary<unknown> = fc.oneof(
  strangeText,
  fc.jsonValue({ maxDepth: 4 }),
  fc.array(strangeText, { maxLength: 5 }),
  fc.constantFrom<unknown>(
    { toString: 1 },
    { toString: null, valueOf: null },
    { toJSON: 1 },
    { length: 5 },
    [{ toString: 1 }],
    JSON.parse('{"__proto__":{"toString":1}}'),
    nested(2_000),
  ),
)

const item = (...keys: string[]) =>
  fc.record(Object.fromEntries(keys.map((key) => [key, hostile])), { requiredKeys: [] })
const listOf = (...keys: string[]) => fc.oneof(hostile, fc.array(fc.oneof(hostile, item(...keys))))
const PERIOD = ['startDate', 'endDate', 'current']

const document = fc.record(
  {
    basics: fc.oneof(
      hostile,
      item('name', 'label', 'image', 'email', 'phone', 'url', 'summary', 'company', 'location', 'profiles'),
      fc.record({ location: item('city', 'region'), profiles: listOf('network', 'username', 'url') }),
    ),
    work: listOf('name', 'company', 'position', 'location', 'summary', 'highlights', ...PERIOD),
    education: listOf('institution', 'studyType', 'area', 'score', 'courses', ...PERIOD),
    skills: listOf('name', 'keywords', 'level'),
    projects: listOf('name', 'url', 'source', 'description', 'highlights', 'keywords', ...PERIOD),
    volunteer: hostile,
    languages: hostile,
  },
  { requiredKeys: [] },
)

test('no document makes the import or its preview fail', async () => {
  const person = await app.signUpWithProfile()
  await fc.assert(
    fc.asyncProperty(document, fc.constantFrom('', '?preview=true'), async (resume, query) => {
      const text = JSON.stringify(resume)
      fc.pre(Buffer.byteLength(text) <= MAX_RESUME_BYTES)
      const { status, body } = await person.post(PATH + query, text)
      expect(status, JSON.stringify(body)).toBe(200)
      expect(body.ignored.every((line: unknown) => typeof line === 'string')).toBe(true)
    }),
    LONG ? { numRuns: 1_000 } : { numRuns: 100, seed: 20_260_101 },
  )
})

test('a score that is no text is ignored by its name, however it is nested', async () => {
  const person = await app.signUpWithProfile()
  const school = '{"institution":"S","studyType":"D"'
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  for (const score of ['{"toString":1}', '{}', '[1]', 'true', deep]) {
    const resume = `{"education":[${school},"score":${score}}]}`
    const { status, body } = await person.post(`${PATH}?preview=true`, resume)
    expect(status).toBe(200)
    expect(body.added.education).toBe(1)
    expect(body.ignored).toEqual(['education[].score'])
  }
  const { body } = await person.post(PATH, { education: [{ institution: 'S', studyType: 'D', score: 1.5 }] })
  expect(body.profile.education[0].description).toBe('Score: 1.5')
  expect(body.ignored).toEqual([])
})

test('an item without what it requires is not imported, but named', async () => {
  const person = await app.signUpWithProfile()
  const before = (await person.get('/api/profile/me')).body
  for (const missing of ['', ' ', null, undefined, '\u00a0', [], {}, 5]) {
    const { body } = await person.post(PATH, {
      work: [
        { position: 'T', name: missing },
        { name: 'C', position: missing, summary: 5 },
      ],
      education: [
        { institution: missing, studyType: 'D' },
        { institution: 'S', studyType: missing },
      ],
      projects: [{ name: missing, description: 'Nameless' }],
    })
    expect(body.profile).toEqual(before)
    const places = body.ignored.map((line: string) => line.split(':')[0])
    expect([...new Set(places)]).toEqual([
      'work[0]',
      'work[1]',
      'education[0]',
      'education[1]',
      'projects[0]',
    ])
  }
  const { body } = await person.post(PATH, { work: [{ position: 'T', name: '', company: 'Old Format' }] })
  expect(body.profile.experience).toMatchObject([{ title: 'T', company: 'Old Format' }])
})
