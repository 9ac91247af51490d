import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiResponse, type Person, startApp, type TestApp } from '../app.ts'

let app: TestApp
let person: Person
beforeAll(async () => {
  app = await startApp()
  person = await app.signUpWithProfile()
})
afterAll(() => app.stop())

const save = (body: unknown): Promise<ApiResponse> => person.post('/api/profile', body)

test.each([
  ['example.com', 'https://example.com'],
  ['  example.com/a?b=c#d ', 'https://example.com/a?b=c#d'],
  ['//example.com/x', 'https://example.com/x'],
  ['http://example.com', 'http://example.com'],
  ['HTTPS://Example.com', 'HTTPS://Example.com'],
  ['example.com:8080/x', 'https://example.com:8080/x'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['https://bücher.example/ü', 'https://bücher.example/ü'],
])('the link %s is stored as %s', async (given, stored) => {
  const { status, body } = await save({ website: given, linkedin: given })
  expect(status).toBe(200)
  expect(body.website).toBe(stored)
  expect(body.social.linkedin).toBe(stored)
})

test('a link is stored with at most 500 characters, including https://', async () => {
  const website = `example.com/${'x'.repeat(480)}`
  expect((await save({ website })).body.website).toBe(`https://${website}`)
  const { status, body } = await save({ website: `${website}y` })
  expect(status).toBe(400)
  expect(body.errors).toEqual([{ msg: 'Website must be at most 500 characters', field: 'website' }])
})

test.each([
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'javascript://example.com/%0aalert(1)',
  'javascript:1',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'ftp://example.com',
  'mailto:ada@example.com',
  'not a web address',
  'https://',
  'http:example.com',
  'https://user:password@example.com',
  'https://example.com\\@evil.example',
  '"><script>',
])('%j is rejected in every link field, with the name of the field', async (link) => {
  const labels = {
    website: 'Website',
    twitter: 'Twitter',
    facebook: 'Facebook',
    youtube: 'YouTube',
    linkedin: 'LinkedIn',
    instagram: 'Instagram',
  }
  const { status, body } = await save(Object.fromEntries(Object.keys(labels).map((name) => [name, link])))
  expect(status).toBe(400)
  expect(body.errors).toEqual(
    Object.entries(labels).map(([field, label]) => ({ msg: `${label} must be a web address`, field })),
  )
})

test('a bare name becomes the address at its network, and is no website', async () => {
  const links = (name: string) => ({
    twitter: name,
    facebook: name,
    youtube: name,
    linkedin: name,
    instagram: name,
  })
  const addresses = (name: string) => ({
    twitter: `https://twitter.com/${name}`,
    facebook: `https://facebook.com/${name}`,
    youtube: `https://youtube.com/@${name}`,
    linkedin: `https://linkedin.com/in/${name}`,
    instagram: `https://instagram.com/${name}`,
  })
  expect((await save(links(' ada '))).body.social).toEqual(addresses('ada'))
  expect((await save(links('@ada.b_l-3'))).body.social).toEqual(addresses('ada.b_l-3'))
  expect((await save(links('ada.dev'))).body.social.twitter).toBe('https://ada.dev')
  expect((await save({ twitter: `@${'a'.repeat(499)}` })).status).toBe(400)
  expect((await save({ website: 'ada' })).body.errors).toEqual([
    { msg: 'Website must be a web address', field: 'website' },
  ])
})

test.each([
  ['a', 'a'],
  ['@Torvalds', 'Torvalds'],
  [' a-b-c ', 'a-b-c'],
  ['ada_lovelace.dev', 'ada_lovelace.dev'],
  ['a--', 'a--'],
  ['9'.repeat(39), '9'.repeat(39)],
])('the name at the code host %s is stored as %s', async (given, stored) => {
  expect((await save({ githubusername: given })).body.githubusername).toBe(stored)
})

test.each(['-a', '_a', '.a', '..', 'a'.repeat(40), 'a b', 'a/b', '../api/x', '@@a', 'ü', '%2e'])(
  'the name at the code host %s is rejected',
  async (githubusername) => {
    const { status, body } = await save({ githubusername })
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ msg: 'Github username is not valid', field: 'githubusername' }])
  },
)

test.each([
  ['HTML,CSS', ['HTML', 'CSS']],
  [' HTML ,, CSS , html,', ['HTML', 'CSS']],
  [
    ['C++', ' C# ', 'c++', ''],
    ['C++', 'C#'],
  ],
  [
    ['a,b', 'c'],
    ['a', 'b', 'c'],
  ],
  ['日本語, 😀', ['日本語', '😀']],
])('skills %j become %j', async (given, stored) => {
  expect((await save({ skills: given })).body.skills).toEqual(stored)
})

test('skills are at most 50, of at most 50 characters, and text', async () => {
  const longest = Array.from({ length: 50 }, (_, i) => `${'😀'.repeat(48)}${i + 10}`)
  expect((await save({ skills: longest })).body.skills).toEqual(longest)
  for (const [skills, msg] of [
    [[...longest, 'one more'], 'Skills must be at most 50'],
    [['x'.repeat(51)], 'A skill must be at most 50 characters'],
    [[1], 'Skills must be text'],
    [7, 'Skills must be text'],
    [{}, 'Skills must be text'],
  ]) {
    const { status, body } = await save({ skills })
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ msg, field: 'skills' }])
  }
})

test.each(['Developer', 'Junior Developer', 'Student or Learning', 'Instructor', 'Intern', 'Other'])(
  'the status %s is one of the options',
  async (status) => {
    expect((await save({ status })).body.status).toBe(status)
  },
)

test('a status that is not in the list is refused in other words than a missing one', async () => {
  const refusalOf = async (status: unknown) => (await save({ status })).body.errors
  for (const missing of ['0', '', null]) {
    expect(await refusalOf(missing)).toEqual([{ msg: 'Status is required', field: 'status' }])
  }
  for (const unknown of ['Wizard', 'developer', 0, ['Developer'], {}]) {
    expect(await refusalOf(unknown)).toEqual([
      { msg: 'Please choose a status from the list', field: 'status' },
    ])
  }
})

test('a link within social counts where the flat field is absent', async () => {
  const links = {
    twitter: null,
    linkedin: 'ada',
    social: { twitter: 'ada', linkedin: 'bob', youtube: 'ada' },
  }
  expect((await save(links)).body.social).toMatchObject({
    twitter: null,
    linkedin: 'https://linkedin.com/in/ada',
    youtube: 'https://youtube.com/@ada',
  })
  expect((await save({ social: { youtube: '' } })).body.social.youtube).toBeNull()
  expect((await save({ social: { youtube: 5 } })).body.errors).toEqual([
    { msg: 'YouTube must be text', field: 'youtube' },
  ])
  for (const social of [null, 'twitter', ['ada'], JSON.parse('{"__proto__":{"twitter":"ada"}}')]) {
    expect((await save({ social })).body.social.twitter).toBeNull()
  }
})

test('texts may be as long as promised, counted in characters, and no longer', async () => {
  const emojis = (length: number) => '😀'.repeat(length)
  const longest = {
    company: emojis(200),
    location: emojis(200),
    bio: emojis(5_000),
    website: `https://example.com/${'x'.repeat(480)}`,
  }
  const saved = await save(longest)
  expect(saved.status).toBe(200)
  expect(saved.body).toMatchObject(longest)

  const longer = Object.fromEntries(Object.entries(longest).map(([name, text]) => [name, `${text}x`]))
  const refused = await save(longer)
  expect(refused.status).toBe(400)
  expect(refused.body.errors).toEqual([
    { msg: 'Company must be at most 200 characters', field: 'company' },
    { msg: 'Website must be at most 500 characters', field: 'website' },
    { msg: 'Location must be at most 200 characters', field: 'location' },
    { msg: 'Bio must be at most 5000 characters', field: 'bio' },
  ])
})

test('a value of another type is refused, not turned into text', async () => {
  const { status, body } = await save({ company: 5, website: {}, location: [], bio: true })
  expect(status).toBe(400)
  expect(body.errors).toEqual([
    { msg: 'Company must be text', field: 'company' },
    { msg: 'Website must be text', field: 'website' },
    { msg: 'Location must be text', field: 'location' },
    { msg: 'Bio must be text', field: 'bio' },
  ])
})
