import { test as base, type ConsoleMessage, type Page } from '@playwright/test'
import { Member } from './members.ts'
import { startSite } from './site.ts'

export { expect } from '@playwright/test'

type Fixtures = {
  /** Makes a member with an account. */
  member: (name?: string) => Promise<Member>
  /** Says that the console may report failed calls of these addresses. */
  expectFailures: (address: RegExp) => void
  /** A page of another visitor. */
  otherPage: Page
}

/** A browser test. Besides what it says, nothing may land in the console, and no page may throw. */
export const test = base.extend<Fixtures & { quiet: undefined; tolerated: RegExp[] }, { site: string }>({
  // A server for each worker: what one test writes never gets into the way of a test that runs beside it.
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: the tool reads the pattern to know what a fixture needs
    async ({}, use) => {
      const server = await startSite(process.env.CODE_HOST ?? '')
      await use(server.base)
      await server.stop()
    },
    { scope: 'worker' },
  ],

  baseURL: ({ site }, use) => use(site),

  // biome-ignore lint/correctness/noEmptyPattern: the tool reads the pattern to know what a fixture needs
  tolerated: async ({}, use) => use([]),

  expectFailures: ({ tolerated }, use) => use((address) => void tolerated.push(address)),

  quiet: [
    async ({ context, tolerated }, use) => {
      const noise = listen(context, tolerated)
      await use(undefined)
      noise.check()
    },
    { auto: true },
  ],

  otherPage: async ({ browser, tolerated }, use) => {
    const context = await browser.newContext()
    const noise = listen(context, tolerated)
    await use(await context.newPage())
    await context.close()
    noise.check()
  },

  member: ({ baseURL }, use) => use((name = 'Ada Lin') => new Member(baseURL ?? '', name).register()),
})

function listen(context: ReturnType<Page['context']>, tolerated: RegExp[]) {
  const noise: string[] = []
  context.on('console', (message: ConsoleMessage) => {
    const { url } = message.location()
    if (!['error', 'warning'].includes(message.type())) return
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
