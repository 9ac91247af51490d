import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallName } from '../../../contract/calls.ts'
import { indexSome, WITHOUT_PAUSE } from '../../../server/features/search/indexer.ts'
import { SHARDS_IN_TESTS } from '../../../test-support/citus.ts'
import { type ApiResponse, distributed, PASSWORD, type Person, startApp, type TestApp } from '../../app.ts'
import { CALL_TARGETS, type CallTarget } from './call-targets.ts'
import { type Plans, plansOf } from './plans.ts'

let app: TestApp
let person: Person
let other: Person
let moderator: Person
let admin: Person
let post: string

describe.runIf(distributed)('a call asks the nodes that the table says', () => {
  beforeAll(async () => {
    app = await startApp()
    person = await app.signUpWithProfile()
    other = await app.signUp()
    moderator = await app.signUpAs('moderator')
    admin = await app.signUpAs('admin')
    post = await person.write('Hello #sql')
    await other.put(`/api/posts/like/${post}`)
    await other.put(`/api/follows/tags/sql`)
    await app.stopBackgroundWork()
  })
  afterAll(() => app.stop())

  test.each(Object.entries(EXAMPLES))('%s asks the nodes that the table says', async (call, example) => {
    const run = await example()
    await indexSome(app.db, WITHOUT_PAUSE)
    const plans = await plansOf(app, run)
    expect(targetOf(plans)).toBe(CALL_TARGETS[call as CallName])
  })
})

function targetOf({ shards, writesEverywhere }: Plans): CallTarget {
  if (shards.some((count) => count === SHARDS_IN_TESTS)) return 'all shards'
  if (writesEverywhere) return 'every node'
  if (shards.length === 0) return 'the coordinator'
  return 'one shard'
}

type Example = () => Promise<() => Promise<ApiResponse>> | (() => Promise<ApiResponse>)

async function ask(): Promise<{ question: string; answer: string }> {
  const { body } = await person.post('/api/posts', { text: 'Why? #sql', question: true })
  const [answer] = (await other.post(`/api/posts/comment/${body._id}`, { text: 'So' })).body
  return { question: body._id, answer: answer._id }
}

const JOB = { title: 'Engineer', company: 'Ours' }
const SCHOOL = { school: 'Ours', degree: 'BSc' }

const PROJECT = { name: 'Ours', skills: 'SQL' }
const PARTS = { experience: JOB, education: SCHOOL, projects: PROJECT }

async function partOfProfile(kind: keyof typeof PARTS): Promise<string> {
  const { body } = await person.put(`/api/profile/${kind}`, PARTS[kind])
  return `/api/profile/${kind}/${body[kind][0]._id}`
}

async function removal(): Promise<string> {
  const { body } = await moderator.post('/api/admin/removals', {
    post: await person.write('Bad'),
    reason: 'Bad',
  })
  return `/api/admin/removals/${body._id}`
}

async function picture() {
  const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } })
  const bytes = await dot.png().toBuffer()
  return () => person.upload(bytes)
}

/** Without those that take a code from a mail or a provider, and those that keep the response open. */
const EXAMPLES: Partial<Record<CallName, Example>> = {
  'POST /api/users': () => () =>
    app.call('POST', '/api/users', { body: { name: 'New', email: 'new@example.com', password: PASSWORD } }),
  'POST /api/auth': () => () =>
    app.call('POST', '/api/auth', { body: { email: person.email, password: PASSWORD } }),
  'GET /api/auth': () => () => person.get('/api/auth'),
  'GET /api/auth/sessions': () => () => person.get('/api/auth/sessions'),
  'DELETE /api/auth/sessions/:id': async () => {
    const body = { email: other.email, password: PASSWORD }
    await app.call('POST', '/api/auth', { body })
    const sessions: { _id: string; current: boolean }[] = (await other.get('/api/auth/sessions')).body
    const ended = sessions.find(({ current }) => !current)?._id
    return () => other.delete(`/api/auth/sessions/${ended}`)
  },
  'GET /api/auth/identities': () => () => person.get('/api/auth/identities'),
  'POST /api/auth/reset': () => () => app.call('POST', '/api/auth/reset', { body: { email: other.email } }),
  'DELETE /api/auth': async () => {
    const leaving = await app.signUp()
    return () => leaving.delete('/api/auth')
  },
  'PUT /api/auth/account': () => () => person.put('/api/auth/account', { name: 'Ada King' }),
  'PUT /api/auth/password': async () => {
    const careful = await app.signUp()
    return () => careful.put('/api/auth/password', { password: PASSWORD, newPassword: 'another horse' })
  },
  'PUT /api/auth/email': async () => {
    const moving = await app.signUp()
    return () => moving.put('/api/auth/email', { email: 'moved@example.com', password: PASSWORD })
  },
  'POST /api/pictures': picture,
  'PUT /api/auth/avatar': async () => {
    const { body } = await (await picture())()
    return () => person.put('/api/auth/avatar', { url: body.url })
  },
  'GET /api/profile': () => () => person.get('/api/profile'),
  'GET /api/profile/counts': () => () => person.get('/api/profile/counts'),
  'GET /api/profile/me': () => () => person.get('/api/profile/me'),
  'GET /api/profile/user/:id': () => () => person.get(`/api/profile/user/${person.id}`),
  'GET /api/profile/user/:id/contact': () => () => person.get(`/api/profile/user/${person.id}/contact`),
  'GET /api/profile/user/:id/resume.json': () => () =>
    person.get(`/api/profile/user/${person.id}/resume.json`),
  'POST /api/profile': () => () => person.post('/api/profile', { bio: 'Writes' }),
  'PUT /api/profile/experience': () => () => person.put('/api/profile/experience', JOB),
  'PUT /api/profile/education': () => () => person.put('/api/profile/education', SCHOOL),
  'PUT /api/profile/experience/:id': async () => {
    const path = await partOfProfile('experience')
    return () => person.put(path, { ...JOB, title: 'Writer' })
  },
  'PUT /api/profile/education/:id': async () => {
    const path = await partOfProfile('education')
    return () => person.put(path, { ...SCHOOL, degree: 'MSc' })
  },
  'DELETE /api/profile/experience/:id': async () => {
    const path = await partOfProfile('experience')
    return () => person.delete(path)
  },
  'DELETE /api/profile/education/:id': async () => {
    const path = await partOfProfile('education')
    return () => person.delete(path)
  },
  'POST /api/profile/resume': () => () =>
    person.post('/api/profile/resume', { work: [{ position: 'Engineer', name: 'Theirs' }] }),
  'PUT /api/profile/projects': () => () => person.put('/api/profile/projects', PROJECT),
  'PUT /api/profile/projects/order': async () => {
    const id = (await partOfProfile('projects')).split('/').at(-1)
    return () => person.put('/api/profile/projects/order', { ids: [id] })
  },
  'PUT /api/profile/projects/:id': async () => {
    const path = await partOfProfile('projects')
    return () => person.put(path, { ...PROJECT, name: 'Mine' })
  },
  'DELETE /api/profile/projects/:id': async () => {
    const path = await partOfProfile('projects')
    return () => person.delete(path)
  },
  'DELETE /api/profile': async () => {
    const leaving = await app.signUp()
    return () => leaving.delete('/api/profile')
  },
  'GET /api/auth/export': () => () => person.get('/api/auth/export'),
  'GET /api/people/:idOrHandle': () => () => person.get(`/api/people/${person.id}`),
  'GET /api/posts': () => () => person.get('/api/posts'),
  'GET /api/posts/:id': () => () => person.get(`/api/posts/${post}`),
  'GET /api/posts/:id/comments': () => () => person.get(`/api/posts/${post}/comments`),
  'GET /api/posts/:id/history': () => () => person.get(`/api/posts/${post}/history`),
  'GET /api/posts/:id/helpers': async () => {
    const { question } = await ask()
    return () => person.get(`/api/posts/${question}/helpers`)
  },
  'GET /api/posts/comment/:id/:commentId/history': async () => {
    const { question, answer } = await ask()
    return () => person.get(`/api/posts/comment/${question}/${answer}/history`)
  },
  'GET /api/marks': () => () => person.get(`/api/marks?posts=${post}`),
  'POST /api/posts': () => () => person.post('/api/posts', { text: 'More #sql', question: true }),
  'PUT /api/posts/:id': () => () => person.put(`/api/posts/${post}`, { text: 'Hello again #sql' }),
  'DELETE /api/posts/:id': async () => {
    const { question } = await ask()
    return () => person.delete(`/api/posts/${question}`)
  },
  'POST /api/posts/:id/restore': async () => {
    const { question } = await ask()
    await person.delete(`/api/posts/${question}`)
    return () => person.post(`/api/posts/${question}/restore`)
  },
  'PUT /api/posts/like/:id': async () => {
    const { question } = await ask()
    return () => other.put(`/api/posts/like/${question}`)
  },
  'PUT /api/posts/unlike/:id': () => () => other.put(`/api/posts/unlike/${post}`),
  'POST /api/posts/comment/:id': () => () => other.post(`/api/posts/comment/${post}`, { text: 'Hi' }),
  'PUT /api/posts/comment/:id/:commentId': async () => {
    const { question, answer } = await ask()
    return () => other.put(`/api/posts/comment/${question}/${answer}`, { text: 'So or so' })
  },
  'DELETE /api/posts/comment/:id/:commentId': async () => {
    const { question, answer } = await ask()
    return () => other.delete(`/api/posts/comment/${question}/${answer}`)
  },
  'PUT /api/posts/comment/:id/:commentId/accepted': async () => {
    const { question, answer } = await ask()
    return () => person.put(`/api/posts/comment/${question}/${answer}/accepted`)
  },
  'DELETE /api/posts/comment/:id/:commentId/accepted': async () => {
    const { question, answer } = await ask()
    await person.put(`/api/posts/comment/${question}/${answer}/accepted`)
    return () => person.delete(`/api/posts/comment/${question}/${answer}/accepted`)
  },
  'POST /api/preview': () => () => person.post('/api/preview', { text: 'Hello' }),
  'GET /api/follows': () => () => other.get('/api/follows'),
  'PUT /api/follows/people/:id': () => () => other.put(`/api/follows/people/${person.id}`),
  'DELETE /api/follows/people/:id': () => () => other.delete(`/api/follows/people/${person.id}`),
  'PUT /api/follows/tags/:tag': () => () => other.put('/api/follows/tags/go'),
  'DELETE /api/follows/tags/:tag': () => () => other.delete('/api/follows/tags/go'),
  'GET /api/bookmarks': () => () => other.get('/api/bookmarks'),
  'PUT /api/bookmarks/:postId': () => () => other.put(`/api/bookmarks/${post}`),
  'DELETE /api/bookmarks/:postId': () => () => other.delete(`/api/bookmarks/${post}`),
  'GET /api/tags': () => () => person.get('/api/tags'),
  'GET /api/tags/:tag': () => () => person.get('/api/tags/sql'),
  'GET /api/search': () => () => person.get('/api/search?q=hello'),
  'GET /api/search/counts': () => () => person.get('/api/search/counts?q=hello'),
  'GET /api/skills': () => () => person.get('/api/skills'),
  'GET /api/skills/:skill/answerers': async () => {
    await ask()
    return () => person.get('/api/skills/sql/answerers')
  },
  'GET /api/answers/:userId': async () => {
    await ask()
    return () => person.get(`/api/answers/${other.id}`)
  },
  'GET /api/waiting-questions': () => () => person.get('/api/waiting-questions'),
  'GET /api/site': () => () => person.get('/api/site'),
  'PUT /api/admin/site': () => () => admin.put('/api/admin/site', { name: 'Ours' }),
  'GET /api/notifications': () => () => person.get('/api/notifications'),
  'PUT /api/notifications/read': () => () => person.put('/api/notifications/read', {}),
  'PUT /api/mutes/:userId': () => () => person.put(`/api/mutes/${admin.id}`),
  'DELETE /api/mutes/:userId': () => () => person.delete(`/api/mutes/${admin.id}`),
  'PUT /api/blocks/:userId': () => () => person.put(`/api/blocks/${admin.id}`),
  'DELETE /api/blocks/:userId': () => () => person.delete(`/api/blocks/${admin.id}`),
  'GET /api/admin/members': () => () => moderator.get('/api/admin/members'),
  'PUT /api/admin/members/:id': async () => {
    const helper = await app.signUp()
    return () => admin.put(`/api/admin/members/${helper.id}`, { role: 'moderator' })
  },
  'POST /api/admin/members/:id/reset': () => () => admin.post(`/api/admin/members/${other.id}/reset`),
  'POST /api/reports': () => () => other.post('/api/reports', { post, reason: 'Just to see' }),
  'GET /api/admin/reports': () => () => moderator.get('/api/admin/reports'),
  'PUT /api/admin/reports/:id': async () => {
    const [report] = (await moderator.get('/api/admin/reports')).body
    return () => moderator.put(`/api/admin/reports/${report._id}`, { resolved: true })
  },
  'POST /api/admin/removals': async () => {
    const bad = await person.write('Bad')
    return () => moderator.post('/api/admin/removals', { post: bad, reason: 'Bad' })
  },
  'GET /api/admin/removals': () => () => moderator.get('/api/admin/removals'),
  'DELETE /api/admin/removals/:id': async () => {
    const path = await removal()
    return () => moderator.delete(path)
  },
  'GET /api/auth/removals': () => () => person.get('/api/auth/removals'),
  'PUT /api/admin/suspensions/:userId': () => () =>
    moderator.put(`/api/admin/suspensions/${other.id}`, { reason: 'Bad' }),
  'DELETE /api/admin/suspensions/:userId': () => () => moderator.delete(`/api/admin/suspensions/${other.id}`),
  'GET /api/admin/log': () => () => moderator.get('/api/admin/log'),
  'GET /api/admin/figures': () => () => moderator.get('/api/admin/figures'),
  'GET /api/admin/jobs': () => () => admin.get('/api/admin/jobs'),
  'POST /api/invitations': () => () => admin.post('/api/invitations', { uses: 1, days: 1 }),
  'GET /api/invitations': () => () => admin.get('/api/invitations'),
  'DELETE /api/invitations/:id': async () => {
    const { body } = await admin.post('/api/invitations', { uses: 1, days: 1 })
    return () => admin.delete(`/api/invitations/${body._id}`)
  },
}
