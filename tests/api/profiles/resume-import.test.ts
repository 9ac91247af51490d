import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type Person, startApp, type TestApp } from '../../app.ts'

let app: TestApp
let secondApp: TestApp
beforeAll(async () => {
  app = await startApp()
  secondApp = await app.another()
  await app.stopBackgroundWork()
})
afterAll(async () => {
  await secondApp.stop()
  await app.stop()
})

const PATH = '/api/profile/resume'
const NOTHING = { work: 0, education: 0, skills: 0, projects: 0 }

/** Includes variants found in published documents. */
const RESUME = {
  $schema: 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json',
  basics: {
    name: 'Margarethe Holm',
    label: 'Programmer',
    image: '',
    email: 'holm@pied-piper.example',
    phone: '(912) 555-4321',
    url: 'holm.example',
    summary: 'Programs for **forests**.',
    location: { address: 'Storgata 1', postalCode: '0155', city: 'Oslo', countryCode: 'NO', region: '' },
    profiles: [
      { network: 'Twitter', username: 'holm' },
      { network: 'github', url: 'https://github.com/m-holm/' },
      { network: 'Mastodon', username: 'holm', url: 'https://social.example/@holm' },
    ],
  },
  work: [
    {
      name: 'Pied Piper',
      location: 'Oslo',
      description: 'Awesome compression',
      position: 'Director',
      url: 'https://piedpiper.example',
      startDate: '2013-12',
      endDate: '2014-12-01',
      summary: 'Did many things.',
      highlights: ['Built an algorithm', 'Won a prize'],
    },
    { company: 'Old Format', position: 'Intern', startDate: '2010-07', endDate: '2010' },
    { name: 'Now Ltd', position: 'Engineer', startDate: '2016' },
  ],
  volunteer: [{ organization: 'CoderDojo' }],
  education: [
    {
      institution: 'University of Oslo',
      area: 'Informatics',
      studyType: 'Bachelor',
      startDate: '2011-06-01',
      endDate: '2014',
      score: '4.0',
      courses: ['DB1101 - Basic SQL'],
    },
    { institution: 'Night School', area: 'Carpentry' },
  ],
  skills: [
    { name: 'Web Development', level: 'Master', keywords: ['HTML', 'CSS', 'html'] },
    { name: 'Compression', keywords: [] },
  ],
  languages: [],
  projects: [
    {
      name: 'Miss Direction',
      description: 'A mapping engine that misguides you.',
      highlights: ['Won award at AIHacks'],
      keywords: ['GoogleMaps', 'Chrome Extension'],
      startDate: '2016-08-24',
      endDate: '2016-08',
      url: 'missdirection.example.com',
      roles: ['Team lead'],
    },
  ],
}

const profileOf = async ({ id }: Person) => (await secondApp.call('GET', `/api/profile/user/${id}`, {})).body

test('a résumé becomes a profile, and what cannot be taken over is named', async () => {
  const person = await app.signUp('Margarethe Holm')
  const { status, body } = await person.post(PATH, RESUME)
  expect(status).toBe(200)
  expect(body.added).toEqual({ work: 3, education: 2, skills: 4, projects: 1 })
  expect(body.profile).toEqual(await profileOf(person))
  expect(body.profile).toMatchObject({
    status: 'Developer',
    website: 'https://holm.example',
    location: 'Oslo, NO',
    bio: 'Programs for **forests**.',
    html: '<p>Programs for <strong>forests</strong>.</p>',
    githubusername: 'm-holm',
    social: { twitter: 'https://twitter.com/holm' },
    skills: ['Web Development', 'HTML', 'CSS', 'Compression'],
    showEmail: 'nobody',
  })
  expect(body.profile.experience).toMatchObject([
    { title: 'Engineer', company: 'Now Ltd', from: '2016-01-01', to: null, current: true },
    {
      title: 'Director',
      company: 'Pied Piper',
      location: 'Oslo',
      from: '2013-12-01',
      to: '2014-12-01',
      current: false,
      description: 'Awesome compression\n\nDid many things.\n\n- Built an algorithm\n- Won a prize',
    },
    { title: 'Intern', company: 'Old Format', from: '2010-07-01', to: '2010-07-01' },
  ])
  expect(body.profile.education).toMatchObject([
    {
      school: 'University of Oslo',
      degree: 'Bachelor',
      fieldofstudy: 'Informatics',
      from: '2011-06-01',
      to: '2014-01-01',
      description: 'Score: 4.0\n\n- DB1101 - Basic SQL',
    },
    { school: 'Night School', degree: 'Carpentry', fieldofstudy: null },
  ])
  expect(body.profile.projects).toMatchObject([
    {
      name: 'Miss Direction',
      url: 'https://missdirection.example.com',
      description: 'A mapping engine that misguides you.\n\n- Won award at AIHacks',
      html: expect.stringContaining('<li>Won award at AIHacks</li>'),
      skills: ['GoogleMaps', 'Chrome Extension'],
      from: '2016-08-24',
      to: '2016-08-24',
    },
  ])
  expect(body.ignored.toSorted()).toEqual([
    'basics.email',
    'basics.label: not one of the professional statuses',
    'basics.location.address',
    'basics.location.postalCode',
    'basics.phone',
    'basics.profiles[2]',
    'projects[].roles',
    'skills[].level',
    'volunteer',
    'work[].url',
  ])
})

test('importing again adds nothing, one after the other or all at once', async () => {
  const person = await app.signUp()
  const imports = await Promise.all(Array.from({ length: 4 }, () => person.post(PATH, RESUME)))
  expect(imports.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const work = imports.map(({ body }) => body.added.work)
  expect(work.toSorted()).toEqual([0, 0, 0, 3])
  const before = await profileOf(person)
  expect(before.experience).toHaveLength(3)
  const secondImport = await person.post(PATH, RESUME)
  expect(secondImport.body).toMatchObject({ profile: before, added: NOTHING })
  expect(await profileOf(person)).toEqual(before)
})

test('an import changes and deletes nothing', async () => {
  const person = await app.signUpWithProfile()
  await person.post('/api/profile', { bio: 'Mine', skills: 'css, Looms', twitter: 'mine' })
  await person.put('/api/profile/experience', {
    title: 'director',
    company: 'PIED PIPER',
    from: '2013-12-01',
    description: 'My words',
  })
  const before = await profileOf(person)
  const { body } = await person.post(PATH, RESUME)
  expect(body.added).toEqual({ work: 2, education: 2, skills: 3, projects: 1 })
  expect(body.profile).toMatchObject({
    status: before.status,
    bio: 'Mine',
    html: before.html,
    website: 'https://holm.example',
    social: { twitter: 'https://twitter.com/mine' },
    skills: ['css', 'Looms', 'Web Development', 'HTML', 'Compression'],
  })
  expect(body.profile.experience).toContainEqual(before.experience[0])
  expect(body.ignored).toEqual(
    expect.arrayContaining([
      'basics.name',
      'basics.summary: already in your profile',
      'basics.profiles: already in your profile',
    ]),
  )
})

function comparable(profile: unknown): unknown {
  return JSON.parse(JSON.stringify(profile), (key, value) =>
    ['_id', 'user', 'date', 'picture', 'showEmail', 'email'].includes(key) ? undefined : value,
  )
}

test.each(['no profile', 'a profile'])(
  'with %s, a preview responds like the import and writes nothing',
  async (kind) => {
    const person = await (kind === 'a profile' ? app.signUpWithProfile() : app.signUp())
    await person.put('/api/profile/experience', {
      title: 'T',
      company: 'C',
      from: '2014-01-01',
      current: true,
    })
    await person.put('/api/profile/projects', { name: 'Before', description: '*Mine*' })
    const before = await person.get('/api/profile/me')
    const transaction = vi.spyOn(app.db, 'transaction')
    const preview = await person.post(`${PATH}?preview=true`, RESUME)
    expect(transaction).not.toHaveBeenCalled()
    transaction.mockRestore()
    expect(preview.status).toBe(200)
    expect(preview.body.added.work).toBe(3)
    expect((await person.get('/api/profile/me')).body).toEqual(before.body)
    const imported = await person.post(PATH, RESUME)
    expect(imported.body.added).toEqual(preview.body.added)
    expect(imported.body.ignored).toEqual(preview.body.ignored)
    const withoutHtml = (profile: unknown) =>
      JSON.parse(JSON.stringify(comparable(profile)), (key, value) => (key === 'html' ? undefined : value))
    expect(withoutHtml(preview.body.profile)).toEqual(withoutHtml(imported.body.profile))
    expect(preview.body.profile.html).toBe('<p>Programs for **forests**.</p>')
  },
)

test('an exported profile imported into an empty one is the same', async () => {
  const person = await app.signUpWithProfile()
  await person.post('/api/profile', {
    status: 'Student or Learning',
    company: 'Contoso',
    website: 'http://me.example/?a=b%20c',
    location: 'Bergen, Norway',
    skills: 'C++, C#, Node.js',
    githubusername: 'm.holm-1',
    bio: ' Two\n\nparagraphs ',
    youtube: '@holm',
    instagram: 'https://instagram.com/holm',
    facebook: 'holm',
  })
  const jobs = [
    { title: 'T', company: 'C' },
    { title: 'T', company: 'C', description: 'The same again' },
    { title: 'T', company: 'C', current: true, location: 'Here' },
    { title: 'T', company: 'C', from: '2020-02-29' },
    { title: 'T', company: 'C', from: '2020-02-29', current: true },
    { title: 'T', company: 'C', from: '2020-02-29', to: '2020-02-29', description: '- a\n- b' },
    { title: 'T', company: 'C', to: '2020-02-29' },
  ]
  for (const job of jobs) {
    await person.put('/api/profile/experience', job)
    const { title: degree, company: school, location: fieldofstudy, ...rest } = { location: null, ...job }
    await person.put('/api/profile/education', { school, degree, fieldofstudy, ...rest })
  }
  for (const name of ['B', 'A', 'B']) {
    const project = {
      url: 'b.example',
      source: 'code.example/b',
      description: '# B',
      skills: 'x,Y',
      from: '2020-01-01',
    }
    await person.put('/api/profile/projects', { name, ...(name === 'B' && project) })
  }
  const { body: resume } = await app.call('GET', `/api/profile/user/${person.id}/resume.json`, {})
  const newcomer = await app.signUp(person.name)
  const { body } = await newcomer.post(PATH, resume)
  expect(body.ignored).toEqual(['basics.image'])
  expect(comparable(body.profile)).toEqual(comparable(await profileOf(person)))
  expect((await newcomer.post(PATH, resume)).body.added).toEqual(NOTHING)
})

test('hostile documents lose only what is wrong', async () => {
  const person = await app.signUpWithProfile()
  const before = await profileOf(person)
  const wrong = [
    { basics: 'x', work: {}, education: 7, skills: 'HTML', projects: [null, 'x', 3, []] },
    { basics: { label: 5, url: 'javascript:alert(1)', summary: ['x'], location: 5, profiles: {} } },
    { basics: { profiles: [null, { network: 5 }, { network: 'GitHub', username: '../../admin' }] } },
    { skills: [null, 5, { name: {} }, { name: 'x'.repeat(51) }, { keywords: 'HTML' }, { keywords: [[]] }] },
    { work: [{}, { position: 'T' }, { position: 5, name: 'C' }, { position: 'T\0', name: 'C' }] },
    { education: [{ institution: '\ud800', studyType: 'D' }] },
    { work: [{ highlights: [5] }], projects: [{ highlights: 'x' }] },
    JSON.parse('{"__proto__":{"polluted":1},"basics":{"__proto__":{"summary":"x"},"constructor":1}}'),
  ]
  for (const document of wrong) {
    const { status, body } = await person.post(PATH, document)
    expect(status).toBe(200)
    expect([body.added, body.profile]).toEqual([NOTHING, before])
    expect(body.ignored.length).toBeGreaterThan(0)
  }
  expect(({} as { polluted?: number }).polluted).toBeUndefined()

  const dates = { startDate: '2016-13', endDate: '2016-02-30' }
  const long = { summary: 'x'.repeat(5_001), location: 'x'.repeat(201) }
  const { body } = await person.post(PATH, {
    work: [{ position: 'Bell\u0007', name: 'C', ...dates, ...long }],
    projects: [{ name: 'P', url: 'javascript:alert(1)', keywords: 5, startDate: '2017', endDate: '2016' }],
  })
  expect(body.ignored).toEqual([
    'work[0]: Location must be at most 200 characters',
    'work[0]: From date must be a valid date',
    'work[0]: To date must be a valid date',
    'work[0]: Description must be at most 5000 characters',
    'projects[0]: Url must be a web address',
    'projects[0]: Skills must be text',
    'projects[0]: To date must not be before from date',
  ])
  expect(body.profile.experience).toMatchObject([
    { title: 'Bell\u0007', company: 'C', from: null, to: null, location: null, description: null },
  ])
  expect(body.profile.projects).toMatchObject([
    { name: 'P', url: null, skills: [], from: '2017-01-01', to: null },
  ])
  for (const text of ['[]', '"x"', '{', '7']) {
    const response = await fetch(`${app.running.address}${PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-auth-token': person.token },
      body: text,
    })
    expect(response.status).toBe(400)
  }
})

test('limits hold: a hundred jobs, fifty projects and skills, 256 KB', async () => {
  const person = await app.signUp()
  const named = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `Number ${i}` }))
  const { status, body } = await person.post(PATH, {
    work: named(5_000).map(({ name }) => ({ name, position: 'T' })),
    skills: named(60),
    projects: named(60),
  })
  expect(status).toBe(200)
  expect(body.added).toEqual({ work: 100, education: 0, skills: 50, projects: 50 })
  expect(body.ignored).toEqual([
    'work: 4900 beyond the first 100',
    'projects: 10 beyond the first 50',
    'skills: 10 more, of which no more than 50 can be kept',
  ])
  const more = await person.post(PATH, { work: [{ name: 'One', position: 'More' }] })
  expect(more.body.ignored).toEqual(['work: 1 more, of which no more than 100 can be kept'])
  const faulty = await person.post(PATH, {
    work: Array(100).fill({ position: '' }),
    projects: Array(50).fill({}),
  })
  expect(faulty.body.ignored).toHaveLength(101)
  expect(faulty.body.ignored.at(-1)).toBe('and 50 more')

  const document = { basics: { summary: '' } }
  const room = 256 * 1024 - JSON.stringify(document).length
  document.basics.summary = 'x'.repeat(room)
  expect((await person.post(PATH, document)).status).toBe(200)
  document.basics.summary += 'x'
  expect((await person.post(PATH, document)).status).toBe(413)
})

test('without a profile, a résumé needs a skill', async () => {
  const person = await app.signUp()
  const { status, body } = await person.post(PATH, { basics: { label: 'Developer' } })
  expect([status, body.errors]).toEqual([400, [{ msg: 'Skills is required', field: 'skills' }]])
  expect((await person.get('/api/profile/me')).status).toBe(404)
})

test('a member imports and previews 30 résumés in ten minutes, in all processes together', async () => {
  const limited = await startApp({ RATE_LIMIT: 'on' })
  const secondApp = await limited.another({ RATE_LIMIT: 'on' })
  onTestFinished(async () => {
    await secondApp.stop()
    await limited.stop()
  })
  const person = await limited.signUpWithProfile()
  const statusOf = async (n: number) => {
    const path = n % 2 ? PATH : `${PATH}?preview=true`
    const { token } = person
    return (await (n % 4 < 2 ? limited : secondApp).call('POST', path, { token, body: RESUME })).status
  }
  for (let n = 0; n < 30; n++) expect(await statusOf(n)).toBe(200)
  for (let n = 0; n < 4; n++) expect(await statusOf(n)).toBe(429)
  const refused = await person.post(PATH, RESUME)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500)
  const colleague = await limited.signUpWithProfile()
  expect((await colleague.post(PATH, RESUME)).status).toBe(200)
})
