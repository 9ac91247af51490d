import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const CLIENT = { id: 'github-client', secret: 'github-secret' }

export type Account = {
  id: number
  login: string
  name?: string | null
  emails: { email: string; primary: boolean; verified: boolean }[]
}

type Grant = { login: string; challenge: string; redirectUri: string }

/** Behaves like GitHub's OAuth and its user API, where whoever is set as `visitor` is signed in. */
export class GitHub {
  readonly accounts = new Map<string, Account>()
  visitor = ''
  apiStatus = 200
  readonly #grants = new Map<string, Grant>()
  readonly #tokens = new Map<string, string>()
  readonly requests: URL[] = []
  #server: Server | undefined
  url = ''

  get settings(): Record<string, string> {
    return {
      GITHUB_CLIENT_ID: CLIENT.id,
      GITHUB_CLIENT_SECRET: CLIENT.secret,
      GITHUB_URL: this.url,
      GITHUB_API_URL: `${this.url}/api/v3`,
    }
  }

  get liveTokens(): string[] {
    return [...this.#tokens.keys()]
  }

  add(login: string, id: number, email = `${login}@example.com`): Account {
    const account = { id, login, emails: [{ email, primary: true, verified: true }] }
    this.accounts.set(login, account)
    return account
  }

  revokeGrants(): void {
    this.#tokens.clear()
    this.#grants.clear()
  }

  async start(): Promise<void> {
    this.#server = createServer((request, response) => {
      this.#respond(request, response).catch((error) => response.destroy(error))
    })
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections()
    await new Promise((resolve) => this.#server?.close(resolve))
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', this.url)
    this.requests.push(url)
    if (url.pathname === '/login/oauth/authorize') return this.#authorize(url, response)
    if (url.pathname === '/login/oauth/access_token') return this.#exchange(await bodyOf(request), response)
    this.#api(url, request.headers.authorization, response)
  }

  #authorize({ searchParams }: URL, response: ServerResponse): void {
    const redirectUri = searchParams.get('redirect_uri') ?? ''
    const challenge = searchParams.get('code_challenge')
    if (searchParams.get('client_id') !== CLIENT.id) return void response.writeHead(404).end()
    const back = new URL(redirectUri)
    back.searchParams.set('state', searchParams.get('state') ?? '')
    back.searchParams.set('iss', `${this.url}/login/oauth`)
    if (!challenge || searchParams.get('code_challenge_method') !== 'S256' || this.visitor === '') {
      back.searchParams.set('error', this.visitor === '' ? 'access_denied' : 'invalid_request')
    } else {
      const code = randomBytes(10).toString('hex')
      this.#grants.set(code, { login: this.visitor, challenge, redirectUri })
      back.searchParams.set('code', code)
    }
    response.writeHead(302, { location: back.href }).end()
  }

  /** Errors are a 200, as they are there. */
  #exchange(body: URLSearchParams, response: ServerResponse): void {
    const code = body.get('code') ?? ''
    const grant = this.#grants.get(code)
    this.#grants.delete(code)
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    const isClient = body.get('client_id') === CLIENT.id && body.get('client_secret') === CLIENT.secret
    if (!isClient) return void sendJson(response, 200, { error: 'incorrect_client_credentials' })
    if (!grant || grant.challenge !== challenge || grant.redirectUri !== body.get('redirect_uri')) {
      return void sendJson(response, 200, { error: 'bad_verification_code' })
    }
    const token = `gho_${randomBytes(18).toString('hex')}`
    this.#tokens.set(token, grant.login)
    sendJson(response, 200, { access_token: token, token_type: 'bearer', scope: 'read:user,user:email' })
  }

  #api({ pathname }: URL, authorization: string | undefined, response: ServerResponse): void {
    const login = this.#tokens.get(authorization?.replace(/^bearer /i, '') ?? '')
    const account = this.accounts.get(login ?? '')
    if (this.apiStatus !== 200) return void sendJson(response, this.apiStatus, { message: 'Not now' })
    if (!account) return void sendJson(response, 401, { message: 'Bad credentials' })
    const { emails, ...user } = account
    if (pathname === '/api/v3/user') return void sendJson(response, 200, { ...user, email: null })
    if (pathname === '/api/v3/user/emails') return void sendJson(response, 200, emails)
    sendJson(response, 404, { message: 'Not Found' })
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request) text += chunk
  return new URLSearchParams(text)
}
