import fc from 'fast-check'
import { Check } from 'typebox/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Operation, resolveReferences } from '../../contract/openapi/resolve.ts'
import { LONG } from '../../test-support/long-runs.ts'
import { type RawRequest, type RawResponse, sendRaw } from '../abuse/raw-request.ts'
import { strangeRequests } from '../abuse/strange-requests.ts'
import { engine, type Person, startApp, type TestApp } from '../app.ts'
import { type CodeHost, startCodeHost } from '../fake-code-host.ts'

// PostgreSQL runs fewer cases, because each takes round trips; SQLite reaches all calls.
const CASES = LONG ? 10_000 : engine === 'sqlite' ? 2_000 : 300
// A known-good request follows every tenth.
const WITNESS_EVERY = 10
// npm test always uses the same seed; long runs use a random one and report it on failure.
const SEED = LONG ? Date.now() & 0x7fffffff : 20_260_101

// Statuses of requests that are rejected before a call is chosen.
const BEFORE_ANY_CALL = [400, 404, 405, 413, 414, 415, 431]

const FAILURE = {
  type: 'object',
  required: ['errors'],
  additionalProperties: false,
  properties: {
    errors: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['msg'],
        additionalProperties: false,
        properties: { msg: { type: 'string', minLength: 1 }, field: { type: 'string', minLength: 1 } },
      },
    },
  },
} as const

let host: CodeHost
let app: TestApp
let witness: Person
let witnessPost: string
beforeAll(async () => {
  host = await startCodeHost()
  // With a token, the code host's quota exceeds the number of names in these requests.
  app = await startApp({ GITHUB_API_URL: host.url, GITHUB_TOKEN: 'token' })
  witness = await app.signUpWithProfile('Witness')
  witnessPost = await witness.write('Known good')
})
afterAll(async () => {
  await app.stop()
  await host.stop()
})

const TITLE = `${CASES} malformed requests cause no 5xx, and every response has the form that the document states`

test(TITLE, { timeout: LONG ? 3_600_000 : 300_000 }, async () => {
  const { body } = await app.call('GET', '/api/docs/openapi.json')
  const document = resolveReferences(body)
  // The stream does not end and the ZIP file is no JSON; events.test.ts and export.test.ts cover them.
  delete document.paths['/api/events']
  delete document.paths['/api/auth/export']
  let actor = await newActor()
  let sentSoFar = 0
  const statusCounts = new Map<string, number>()

  const property = fc.asyncProperty(strangeRequests(document), async ({ operation, name, request }) => {
    const sent = request(actor)
    const response = await sendRaw(app.running.address, sent)
    const key = `${name} ${response.status}`
    if (operation) statusCounts.set(key, (statusCounts.get(key) ?? 0) + 1)
    checkResponse(operation, sent, response)
    if (operation && response.status === 200 && ENDS_THE_ACTOR.test(name)) actor = await newActor()

    if (++sentSoFar % WITNESS_EVERY !== 0) return
    const good = await witness.get(`/api/posts/${witnessPost}`)
    expect(good.status).toBe(200)
    expect(good.body.text).toBe('Known good')
  })
  await fc.assert(property, { numRuns: CASES, seed: SEED })

  // Nearly every call must have been refused at least once, or the test would mean little.
  // Requests are random, so a call that can only be wrong in its token may always have been right.
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  const isThorough = LONG || engine === 'sqlite'
  const fallible = operations.filter(({ responses }) =>
    [400, 401, 403, 404].some((status) => status in responses),
  )
  const outcomes = (isThorough ? fallible : []).map(({ operationId }) => ({
    operationId,
    statuses: [...statusCounts.keys()].flatMap((key) =>
      key.startsWith(`${operationId} `) ? key.split(' ')[1] : [],
    ),
  }))
  const neverRefused = outcomes.filter(({ statuses }) => !statuses.some((status) => Number(status) >= 400))
  expect(neverRefused.length).toBeLessThanOrEqual(0.05 * outcomes.length)
  const several = outcomes.filter(({ statuses }) => statuses.length > 1)
  expect(several.length).toBeGreaterThanOrEqual(0.9 * outcomes.length)
  expect((await witness.post('/api/posts', { text: 'Still here' })).status).toBe(200)
})

const ENDS_THE_ACTOR = /^(?:logOut|endSession|deleteAccount|changePassword)$/

function checkResponse(operation: Operation | undefined, sent: RawRequest, response: RawResponse): void {
  const { status, headers, body } = response
  const declared = operation ? Object.keys(operation.responses).map(Number) : BEFORE_ANY_CALL
  const isHead = sent.method === 'HEAD'
  const details = `${JSON.stringify({ ...sent, body: sent.body?.toString('latin1', 0, 300) })} → ${body.slice(0, 500)}`
  if (!operation && [200, 401, 403].includes(status) && isHead) return
  if (!operation && status === 204 && sent.method === 'OPTIONS') return
  expect(status, details).toBeLessThan(500)
  expect([...declared, ...(isUnreadable(response) ? BEFORE_ANY_CALL : [])], details).toContain(status)
  expect(headers.get('content-type'), details).toBe('application/json; charset=utf-8')
  if (isHead) return
  const json: unknown = JSON.parse(body)
  if (status !== 200) expect(Check(FAILURE, json), details).toBe(true)
  else expect(Check(schemaOf(operation), json), details).toBe(true)
}

function isUnreadable({ status, body }: RawResponse): boolean {
  return status === 431 || /"msg":"(?:Not found|The request could not be understood)"/.test(body)
}

function schemaOf(operation: Operation | undefined): object {
  return operation?.responses['200']?.content?.['application/json']?.schema ?? {}
}

async function newActor() {
  const person = await app.signUpWithProfile('Actor')
  const post = await person.write('Of the actor')
  const [comment] = (await person.post(`/api/posts/comment/${post}`, { text: 'Mine' })).body
  const job = { title: 'Engineer', company: 'Contoso' }
  const { experience } = (await person.put('/api/profile/experience', job)).body
  const school = { school: 'MIT', degree: 'BSc' }
  const { education } = (await person.put('/api/profile/education', school)).body
  const [session] = (await person.get('/api/auth/sessions')).body
  const ids = [post, comment._id, experience[0]._id, education[0]._id, session._id, person.id, witnessPost]
  return { token: person.token, ids }
}
