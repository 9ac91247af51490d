import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startApp, type TestApp } from '../../app.ts'

type Validate = (resume: unknown, report: (errors: unknown) => void) => void
const { validate }: { validate: Validate } = createRequire(import.meta.url)('@jsonresume/schema')

let app: TestApp
beforeAll(async () => {
  app = await startApp({ PUBLIC_URL: 'https://dev.example' })
})
afterAll(() => app.stop())

async function resumeOf({ id }: Person) {
  const { status, body } = await app.call('GET', `/api/profile/user/${id}/resume.json`, {})
  expect(status).toBe(200)
  validate(body, (errors) => expect(errors).toBeNull())
  return body
}

test('a full profile becomes a valid JSON Resume for anyone', async () => {
  const person = await app.signUp('Ada Byrne')
  await person.post('/api/profile', {
    status: 'Senior Developer',
    company: 'Contoso',
    website: 'ada.example',
    location: 'Dublin, Ireland',
    skills: 'TypeScript, PostgreSQL',
    githubusername: 'adabyrne',
    bio: 'I like **small** programs.',
    twitter: 'ada',
    linkedin: 'https://linkedin.com/in/ada',
  })
  await person.put('/api/profile/experience', {
    title: 'Engineer',
    company: 'Contoso',
    location: 'Dublin',
    from: '2023-02-01',
    current: true,
    description: 'Payments',
  })
  await person.put('/api/profile/education', {
    school: 'Trinity',
    degree: 'BSc',
    fieldofstudy: 'Maths',
    from: '2016-09-01',
    to: '2020-05-31',
    description: 'Thesis',
  })
  await person.put('/api/profile/projects', {
    name: 'Slowlog',
    url: 'https://slowlog.example',
    source: 'https://code.example/slowlog',
    description: 'Finds *slow* queries',
    skills: 'Go, SQL',
    from: '2024-03-01',
    to: '2026-06-30',
  })
  expect(await resumeOf(person)).toEqual({
    $schema: 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json',
    basics: {
      name: 'Ada Byrne',
      label: 'Senior Developer',
      image: expect.stringMatching(/^https:\/\/gravatar\.com\//),
      url: 'https://ada.example',
      summary: 'I like **small** programs.',
      company: 'Contoso',
      location: { city: 'Dublin, Ireland' },
      profiles: [
        { network: 'GitHub', username: 'adabyrne', url: 'https://github.com/adabyrne' },
        { network: 'Twitter', url: 'https://twitter.com/ada' },
        { network: 'LinkedIn', url: 'https://linkedin.com/in/ada' },
      ],
    },
    work: [
      {
        name: 'Contoso',
        position: 'Engineer',
        location: 'Dublin',
        startDate: '2023-02-01',
        summary: 'Payments',
      },
    ],
    education: [
      {
        institution: 'Trinity',
        studyType: 'BSc',
        area: 'Maths',
        startDate: '2016-09-01',
        endDate: '2020-05-31',
        description: 'Thesis',
      },
    ],
    skills: [{ name: 'TypeScript' }, { name: 'PostgreSQL' }],
    projects: [
      {
        name: 'Slowlog',
        url: 'https://slowlog.example',
        source: 'https://code.example/slowlog',
        description: 'Finds *slow* queries',
        keywords: ['Go', 'SQL'],
        startDate: '2024-03-01',
        endDate: '2026-06-30',
      },
    ],
  })
})

test('any profile is valid: an almost empty one, strange addresses and dates of other ages', async () => {
  const person = await app.signUpWithProfile()
  expect((await resumeOf(person)).basics).not.toHaveProperty('summary')
  await person.post('/api/profile', { website: 'https://exämple.example/ü?q=100%&x={}"`|' })
  await person.put('/api/profile/projects', { name: 'Old', from: '0001-01-01', to: '9999-12-31' })
  const { basics, projects } = await resumeOf(person)
  expect(basics.url).toBe('https://ex%C3%A4mple.example/%C3%BC?q=100%25&x=%7B%7D%22%60%7C')
  expect(projects).toEqual([{ name: 'Old', keywords: [] }])
})

test('the email is in it only if everybody may see it', async () => {
  const person = await app.signUpWithProfile()
  for (const showEmail of ['nobody', 'members', 'public']) {
    await person.post('/api/profile', { showEmail })
    expect((await resumeOf(person)).basics.email).toBe(showEmail === 'public' ? person.email : undefined)
  }
  const missing = await app.call('GET', `/api/profile/user/${(await app.signUp()).id}/resume.json`, {})
  expect(missing.body).toEqual({ errors: [{ msg: 'Profile not found' }] })
})
