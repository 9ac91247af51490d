// Implements only the specification (the calls of section 7 and the fields of section 3),
// in two variants where the specification leaves a choice.
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

const PAGE = join(import.meta.dirname, '../../dist/web')
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

type User = { _id: string; name: string; email: string; password: string; avatar: string }
type Body = Record<string, unknown>
type Item = Body & { _id: string }
type Profile = Body & { user: string; experience: Item[]; education: Item[] }
type Comment = { _id: string; text: string; user: string; date: string }
type Post = Comment & { likes: { user: string }[]; comments: Comment[] }

export type Manner = {
  /** How a missing profile is reported: with status 400, or as null. */
  noProfile: 'refused' | 'null'
  deletions: 'empty' | 'text'
  unknownCalls: 401 | 404 | 'no response'
  /** Whether responses to profile changes contain only the user's id, without empty fields. */
  lean: boolean
}

const PROFILE_FIELDS = [
  'status',
  'company',
  'website',
  'location',
  'skills',
  'githubusername',
  'bio',
  'twitter',
  'facebook',
  'youtube',
  'linkedin',
  'instagram',
]
const PERIOD = ['from', 'to', 'current', 'description']
const PAYLOADS: Record<string, string[]> = {
  'POST /api/auth': ['email', 'password'],
  'POST /api/users': ['name', 'email', 'password'],
  'POST /api/profile': PROFILE_FIELDS,
  'PUT /api/profile/experience': ['title', 'company', 'location', ...PERIOD],
  'PUT /api/profile/education': ['school', 'degree', 'fieldofstudy', ...PERIOD],
  'POST /api/posts': ['text'],
  'POST /api/posts/comment/:id': ['text'],
}

class Refused extends Error {
  readonly status: number
  constructor(status: number, msg: string) {
    super(msg)
    this.status = status
  }
}

export class SpecificationServer {
  /** Requests that are not in the specification. */
  readonly breaches: string[] = []
  readonly calls: string[] = []
  readonly failing = new Map<string, number>()
  /** Bodies that replace a response, by call; `unknown` stands for all other calls. */
  readonly replaced = new Map<string, string>()
  readonly #manner: Manner
  readonly #users: User[] = []
  readonly #tokens = new Map<string, User>()
  readonly #profiles: Profile[] = []
  readonly #posts: Post[] = []
  readonly #server = createServer((request, response) => void this.#serve(request, response))

  constructor(manner: Manner) {
    this.#manner = manner
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request
    if (!url.startsWith('/api/')) return sendFile(url, response)
    const body = await readBody(request)
    const [path = '', query] = url.split('?')
    for (const [name, params] of matches(method, path)) {
      const handler = this.#handlers[name]
      if (!handler) continue
      this.calls.push(name)
      this.#check(name, request, query, body)
      const failure = this.failing.get(name)
      if (failure) return send(response, failure, undefined)
      const replacement = this.replaced.get(name)
      if (replacement !== undefined) return send(response, 200, replacement)
      try {
        const user = this.#tokens.get(String(request.headers['x-auth-token']))
        return send(response, 200, handler({ params, body, user }))
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        return send(response, error.status, { errors: [{ msg: error.message }] })
      }
    }
    const { unknownCalls } = this.#manner
    const replacement = this.replaced.get('unknown')
    if (replacement !== undefined) send(response, 200, replacement)
    else if (unknownCalls === 'no response') request.socket.destroy()
    else send(response, unknownCalls, { msg: 'Unknown' })
  }

  #check(name: string, { headers }: IncomingMessage, query: string | undefined, body: Body): void {
    if (query !== undefined) this.breaches.push(`${name} has a query: ${query}`)
    const isWrite = !name.startsWith('GET')
    if (isWrite && !headers['content-type']?.startsWith('application/json')) {
      this.breaches.push(`${name} has no JSON content type`)
    }
    const missing = (PAYLOADS[name] ?? []).filter((field) => !(field in body))
    if (missing.length > 0) this.breaches.push(`${name} lacks ${missing}`)
  }

  readonly #handlers: Record<string, (input: Input) => unknown> = {
    'GET /api/auth': ({ user }) => {
      const { _id, name } = requireUser(user)
      return { _id, name }
    },
    'POST /api/auth': ({ body }) => {
      const user = this.#users.find(({ email }) => email === body.email)
      if (!user || user.password !== body.password) throw new Refused(400, 'Invalid Credentials')
      return this.#enter(user)
    },
    'POST /api/users': ({ body }) => {
      if (this.#users.some(({ email }) => email === body.email)) {
        throw new Refused(400, 'User already exists')
      }
      const email = String(body.email)
      const avatar = `/avatars/${createHash('sha256').update(email).digest('hex')}`
      const user = {
        _id: randomUUID(),
        name: String(body.name),
        email,
        password: String(body.password),
        avatar,
      }
      this.#users.push(user)
      return this.#enter(user)
    },
    'GET /api/profile/me': ({ user }) => this.#profileFor(requireUser(user)._id),
    'GET /api/profile': () => this.#profiles.map((profile) => this.#named(profile)),
    'GET /api/profile/user/:id': ({ params }) => this.#profileFor(params.id),
    'GET /api/profile/github/:username': ({ params }) => [
      {
        id: 1,
        name: `repo-of-${params.username}`,
        html_url: `https://github.com/${params.username}/repo`,
        description: null,
        stargazers_count: 3,
        watchers_count: 2,
        forks_count: 1,
      },
    ],
    'POST /api/profile': ({ user, body }) => {
      const { _id } = requireUser(user)
      const { twitter, facebook, youtube, linkedin, instagram, skills, ...plain } = body
      const social = { twitter, facebook, youtube, linkedin, instagram }
      let profile = this.#profiles.find((candidate) => candidate.user === _id)
      if (!profile) {
        profile = { user: _id, experience: [], education: [] }
        this.#profiles.push(profile)
      }
      Object.assign(profile, this.#leave(plain), {
        skills: String(skills)
          .split(',')
          .map((skill) => skill.trim()),
      })
      if (!this.#manner.lean || Object.values(social).some(Boolean)) profile.social = this.#leave(social)
      return this.#changed(profile)
    },
    'DELETE /api/profile': ({ user }) => {
      const { _id } = requireUser(user)
      removeWhere(this.#users, (candidate) => candidate._id === _id)
      removeWhere(this.#profiles, (candidate) => candidate.user === _id)
      for (const [token, known] of this.#tokens) if (known._id === _id) this.#tokens.delete(token)
      return this.#deleted()
    },
    'PUT /api/profile/experience': (input) => this.#addCredential('experience', input),
    'PUT /api/profile/education': (input) => this.#addCredential('education', input),
    'DELETE /api/profile/experience/:id': (input) => this.#removeCredential('experience', input),
    'DELETE /api/profile/education/:id': (input) => this.#removeCredential('education', input),
    'GET /api/posts': ({ user }) => {
      requireUser(user)
      return this.#posts.map((post) => this.#presentPost(post))
    },
    'GET /api/posts/:id': ({ user, params }) => {
      requireUser(user)
      return this.#presentPost(this.#requirePost(params.id))
    },
    'POST /api/posts': ({ user, body }) => {
      const post = { ...createText(requireUser(user), body), likes: [], comments: [] }
      this.#posts.unshift(post)
      return this.#presentPost(post)
    },
    'DELETE /api/posts/:id': ({ params }) => {
      removeWhere(this.#posts, ({ _id }) => _id === params.id)
      return this.#deleted()
    },
    'PUT /api/posts/like/:id': ({ user, params }) => {
      const post = this.#requirePost(params.id)
      post.likes.unshift({ user: requireUser(user)._id })
      return post.likes
    },
    'PUT /api/posts/unlike/:id': ({ user, params }) => {
      const post = this.#requirePost(params.id)
      removeWhere(post.likes, (like) => like.user === user?._id)
      return post.likes
    },
    'POST /api/posts/comment/:id': ({ user, params, body }) => {
      const post = this.#requirePost(params.id)
      post.comments.unshift(createText(requireUser(user), body))
      return post.comments.map((comment) => this.#signed(comment))
    },
    'DELETE /api/posts/comment/:id/:commentId': ({ params }) => {
      removeWhere(this.#requirePost(params.id).comments, ({ _id }) => _id === params.commentId)
      return this.#deleted()
    },
  }

  #enter(user: User) {
    const token = randomUUID()
    this.#tokens.set(token, user)
    return { token }
  }

  #deleted(): string {
    return this.#manner.deletions === 'empty' ? '' : 'Gone'
  }

  #leave(fields: Record<string, unknown>): Record<string, unknown> {
    if (!this.#manner.lean) return fields
    return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
  }

  #profileFor(userId: string | undefined) {
    const profile = this.#profiles.find(({ user }) => user === userId)
    if (profile) return this.#named(profile)
    if (this.#manner.noProfile === 'null') return null
    throw new Refused(400, 'There is no profile for this user')
  }

  #named(profile: Profile) {
    const { _id, name, avatar } = this.#users.find((user) => user._id === profile.user) as User
    return { ...profile, user: { _id, name, avatar } }
  }

  #changed(profile: Profile) {
    return this.#manner.lean ? profile : this.#named(profile)
  }

  #addCredential(kind: 'experience' | 'education', { user, body }: Input) {
    const profile = this.#profiles.find((candidate) => candidate.user === requireUser(user)._id)
    if (!profile) throw new Refused(400, 'There is no profile for this user')
    profile[kind].unshift({ ...this.#leave(body), _id: randomUUID() })
    return this.#changed(profile)
  }

  #removeCredential(kind: 'experience' | 'education', { user, params }: Input) {
    const profile = this.#profiles.find((candidate) => candidate.user === requireUser(user)._id) as Profile
    removeWhere(profile[kind], ({ _id }) => _id === params.id)
    return this.#changed(profile)
  }

  #requirePost(id: string | undefined): Post {
    const post = this.#posts.find(({ _id }) => _id === id)
    if (!post) throw new Refused(404, 'Post not found')
    return post
  }

  #signed(content: Comment) {
    const author = this.#users.find(({ _id }) => _id === content.user)
    return { ...content, name: author?.name, avatar: author?.avatar }
  }

  #presentPost(post: Post) {
    return { ...this.#signed(post), comments: post.comments.map((comment) => this.#signed(comment)) }
  }
}

type Input = { params: Record<string, string>; body: Body; user: User | undefined }

function requireUser(user: User | undefined): User {
  if (!user) throw new Refused(401, 'Token is not valid')
  return user
}

function createText(user: User, { text }: Body): Comment {
  return { _id: randomUUID(), text: String(text), user: user._id, date: new Date().toISOString() }
}

function removeWhere<T>(list: T[], isGone: (item: T) => boolean): void {
  for (let index = list.length - 1; index >= 0; index -= 1) {
    if (isGone(list[index] as T)) list.splice(index, 1)
  }
}

function* matches(method: string, path: string): Generator<[string, Record<string, string>]> {
  const segments = path.split('/')
  const [last = '', beforeLast = ''] = [segments.at(-1), segments.at(-2)]
  yield [`${method} ${path}`, {}]
  const head = segments.slice(0, -1).join('/')
  yield [`${method} ${head}/:id`, { id: last }]
  yield [`${method} ${head}/:username`, { username: last }]
  yield [`${method} ${segments.slice(0, -2).join('/')}/:id/:commentId`, { id: beforeLast, commentId: last }]
}

async function readBody(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  return text === '' ? {} : JSON.parse(text)
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const isText = typeof body === 'string' || body === undefined
  response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json' })
  response.end(isText ? body : JSON.stringify(body))
}

function sendFile(url: string, response: ServerResponse): void {
  if (url.startsWith('/avatars/')) {
    response.writeHead(404).end()
    return
  }
  const file = extname(url) ? url : '/index.html'
  response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
  response.end(readFileSync(join(PAGE, file)))
}
