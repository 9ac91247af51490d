import { type BrowserContext, test as base, type ConsoleMessage, type Page } from '@playwright/test'
import { Member } from './members.ts'
import { startSite } from './site.ts'

export { expect } from '@playwright/test'

type Fixtures = {
  member: (name?: string) => Promise<Member>
  /** Permits failed calls to these addresses in the console. */
  expectFailures: (address: RegExp) => void
  otherPage: Page
  emptySite: string
}

/** Fails on any unexpected console message and on any uncaught error. */
export const test = base.extend<
  Fixtures & { quiet: undefined; tolerated: RegExp[]; people: Member[] },
  { site: string }
>({
  // One server per worker, so that concurrent tests do not affect each other.
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: the tool reads the pattern to know what a fixture needs
    async ({}, use) => {
      const server = await startSite(process.env.FAKE_CODE_HOST ?? '')
      await use(server.base)
      await server.stop()
    },
    { scope: 'worker' },
  ],

  emptySite: async ({ page }, use) => {
    const server = await startSite(process.env.FAKE_CODE_HOST ?? '')
    await use(server.base)
    // A live page would call the server while it stops.
    await page.goto('about:blank')
    await server.stop()
  },

  baseURL: ({ site }, use) => use(site),

  // Posts that stay would make the lists of later tests longer.
  // biome-ignore lint/correctness/noEmptyPattern: the tool reads the pattern to know what a fixture needs
  people: async ({}, use) => {
    const people: Member[] = []
    await use(people)
    await Promise.all(people.map((person) => person.leave()))
  },

  // Accounts are deleted after their pages are closed.
  context: ({ people: _, context }, use) => use(context),

  // biome-ignore lint/correctness/noEmptyPattern: the tool reads the pattern to know what a fixture needs
  tolerated: async ({}, use) => use([]),

  expectFailures: ({ tolerated }, use) => use((address) => void tolerated.push(address)),

  quiet: [
    async ({ context, tolerated }, use) => {
      const noise = listen(context, tolerated)
      await use(undefined)
      await endRoutes(context)
      noise.check()
    },
    { auto: true },
  ],

  otherPage: async ({ browser, tolerated }, use) => {
    const context = await browser.newContext()
    const noise = listen(context, tolerated)
    await use(await context.newPage())
    await endRoutes(context)
    await context.close()
    noise.check()
  },

  member: ({ site, people }, use) =>
    use((name = 'Ada Lin') => {
      const person = new Member(site, name)
      people.push(person)
      return person.register()
    }),
})

/** Routes that are still fetching when the test ends would fail it. */
async function endRoutes(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
}

const SESSION_END = /^DELETE .*\/api\/(auth|profile)$|^PUT .*\/api\/auth\/password$/

function listen(context: BrowserContext, tolerated: RegExp[]) {
  const noise: string[] = []
  let hasEndedSession = false
  context.on('request', (request) => {
    hasEndedSession ||= SESSION_END.test(`${request.method()} ${request.url()}`)
  })
  context.on('console', (message: ConsoleMessage) => {
    const { url } = message.location()
    if (!['error', 'warning'].includes(message.type())) return
    // Calls that are under way when a session ends are refused.
    if (hasEndedSession && message.text().includes('401')) return
    if (tolerated.some((address) => address.test(url))) return
    noise.push(`${message.type()}: ${message.text()} (${url})`)
  })
  context.on('weberror', (error) => noise.push(`thrown: ${error.error().stack}`))
  return {
    check() {
      if (noise.length > 0) throw new Error(`The console was not silent:\n${noise.join('\n')}`)
    },
  }
}
