import { SignInProvider } from '../../sign-in-provider.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { Community } from '../community.ts'
import { expect, test } from '../test.ts'

// The provider's own pages request a font and an icon.
const PROVIDER_NOISE = /^https:\/\/fonts\.|\/favicon\.ico$/

const provider = new SignInProvider()
let community: Community
test.describe.configure({ mode: 'serial', timeout: 120_000 })
test.beforeAll(async () => {
  await provider.reservePort()
  community = await Community.start(() => provider.settings)
  await provider.start(community.base)
})
test.afterAll(async () => {
  await community.stop()
  await provider.stop()
})

for (const width of [390, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('people sign in through the provider, also while registration is closed', async ({
      page,
      expectFailures,
    }) => {
      expectFailures(PROVIDER_NOISE)
      // A newcomer has no profile.
      expectFailures(/\/api\/profile\/me$/)
      await community.change({ registration: 'closed' })
      const email = `new-${width}@example.com`
      provider.people.set(`new-${width}`, { email, email_verified: true, name: 'Grace Contoso' })
      await community.open(page, '/register')
      await expect(page.getByText('Registration is closed.')).toBeVisible()
      await expect(page.locator('[name=email]')).toHaveCount(0)
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Sign in with Contoso' }).click()
      await page.locator('[name=login]').fill(`new-${width}`)
      await page.locator('[name=password]').fill('anything')
      await page.locator('button[type=submit]').click()
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page).toHaveURL(`${community.base}/dashboard`)
      await expect(page.getByText('Welcome Grace Contoso')).toBeVisible()

      expectFailures(/\/api\/auth\/identities\//)
      await page.goto(`${community.base}/settings`)
      const connected = page.locator('section').filter({ hasText: 'Connected accounts' })
      await expect(connected.getByRole('listitem')).toContainText(['ContosoIn use'])
      await connected.getByRole('button', { name: 'Disconnect' }).click()
      await expect(connected.getByText('This is your only way to sign in')).toBeVisible()
    })

    test('an email that has an account is connected with its password', { tag: '@all' }, async ({
      page,
      expectFailures,
    }) => {
      expectFailures(PROVIDER_NOISE)
      expectFailures(/\/api\/(auth\/provider|profile\/me)$/)
      await community.change({ registration: 'open' })
      const owner = await community.member('Olu Owner')
      provider.people.set(`owner-${width}`, { email: owner.email, email_verified: true, name: 'Someone' })
      await community.open(page, '/login')
      await page.getByRole('link', { name: 'Sign in with Contoso' }).click()
      await page.locator('[name=login]').fill(`owner-${width}`)
      await page.locator('[name=password]').fill('anything')
      await page.locator('button[type=submit]').click()
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByRole('heading', { name: 'Connect your account' })).toBeVisible()
      expect(new URL(page.url()).hash).toBe('')
      await expectAccessible(page)
      await page.getByLabel('Password', { exact: true }).fill('a wrong one')
      await page.getByRole('button', { name: 'Connect and sign in' }).click()
      await expect(page.locator('.alert-danger')).toHaveText('Invalid Credentials')
      await page.getByLabel('Password', { exact: true }).fill(owner.password)
      await page.getByRole('button', { name: 'Connect and sign in' }).click()
      await expect(page.getByText('Welcome Olu Owner')).toBeVisible()

      await page.goto(`${community.base}/settings`)
      const connected = page.locator('section').filter({ hasText: 'Connected accounts' })
      await expect(connected.getByText(owner.email)).toBeVisible()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await connected.getByRole('button', { name: 'Disconnect' }).click()
      await expect(connected.getByText('No connected accounts.')).toBeVisible()
    })

    test('where an invitation is needed, its link fills it in', async ({ page, expectFailures }) => {
      expectFailures(/\/api\/(users|profile\/me)$/)
      await community.change({ registration: 'invite' })
      const { url, code } = await community.admin.send<{ url: string; code: string }>(
        'POST',
        '/api/invitations',
        {},
      )
      await page.goto(url)
      await expect(page.getByLabel('Invitation')).toHaveValue(code)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      const fill = async (invitation: string) => {
        await page.locator('[name=name]').fill('Ines Invited')
        await page.locator('[name=email]').fill(`ines-${width}@example.com`)
        await page.locator('[name=password]').fill('correct horse')
        await page.locator('[name=password2]').fill('correct horse')
        await page.getByLabel('Invitation').fill(invitation)
        await page.getByRole('button', { name: 'Register' }).click()
      }
      await fill('made up')
      await expect(page.locator('.alert-danger')).toHaveText('An invitation is needed')
      await fill(code)
      await expect(page.getByText('Welcome Ines Invited')).toBeVisible()
    })
  })
}

test('people whose email the provider has not verified learn why they cannot sign in', async ({
  page,
  expectFailures,
}) => {
  expectFailures(PROVIDER_NOISE)
  expectFailures(/\/api\/auth\/provider$/)
  provider.people.set('unverified', { email: 'unverified@example.com', name: 'Uma' })
  await community.open(page, '/login')
  await page.getByRole('link', { name: 'Sign in with Contoso' }).click()
  await page.locator('[name=login]').fill('unverified')
  await page.locator('[name=password]').fill('anything')
  await page.locator('button[type=submit]').click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(
    page.getByText('The provider has not verified your email. Verify it there first.'),
  ).toBeVisible()
})

test('a provider that is down leads back to the login, which says so', async ({ page }) => {
  await community.open(page, '/login?problem=provider')
  await expect(page.getByRole('status')).toContainText("Signing in with Contoso didn't work")
  await expectAccessible(page)
})
