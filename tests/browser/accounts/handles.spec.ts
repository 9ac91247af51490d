import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { expect, test } from '../test.ts'

for (const width of [390, 1280]) {
  test(`a handle is changed in the settings, and the old one leads on, at ${width} px`, {
    tag: '@all',
  }, async ({ page, otherPage, member, expectFailures }) => {
    expectFailures(
      /\/(api\/(auth\/account|people\/nobody-here|profile\/user\/.*)|nowhere|@nobody-here|@.*script.*)$/,
    )
    await page.setViewportSize({ width, height: 844 })
    const ada = await member(`Ada Lin${width}`)
    const bob = await member(`Bob Reed${width}`)
    await ada.withProfile()
    await ada.writePost('Something')
    const oldHandle = `ada-lin${width}`
    await ada.open(page, '/settings')
    const handle = page.getByLabel('Handle')
    const change = page.getByRole('button', { name: 'Change handle' })
    await expect(handle).toHaveValue(oldHandle)
    await handle.fill('no way')
    await change.click()
    await expect(page.locator('form').getByText('Handle is not valid', { exact: true }).first()).toBeVisible()
    await expect(handle).toBeFocused()
    await expectAccessible(page)
    await handle.fill(`bob-reed${width}`)
    await handle.press('Enter')
    await expect(handle).toHaveAccessibleDescription(/Handle is taken/)
    await handle.fill(`@Countess${width}`)
    await handle.press('Enter')
    await expect(page.getByRole('alert')).toHaveText('Handle Changed')
    await expect(handle).toHaveValue(`countess${width}`)
    await page.goto('/posts')
    await expect(page.getByRole('article').first()).toContainText(`@countess${width}`)
    await expectNoSidewaysScroll(page)
    await page.goto('/profiles')
    await expect(page.getByText(`@countess${width}`)).toBeVisible()

    for (const address of [`/@countess${width}`, `/@${oldHandle}`, `/@Countess${width}`]) {
      await otherPage.goto(address)
      await expect(otherPage.getByRole('heading', { level: 1, name: ada.name })).toBeVisible()
      await expect(otherPage).toHaveURL(`${new URL(page.url()).origin}/profile/${ada.id}`)
      await expect(otherPage.getByText(`@countess${width}`)).toBeVisible()
    }
    await otherPage.goto(`/@bob-reed${width}`)
    await expect(otherPage.getByRole('heading', { level: 1, name: bob.name })).toBeVisible()
    await otherPage.goto('/@nobody-here')
    await expect(otherPage.getByRole('heading', { name: 'Profile not found' })).toBeVisible()
    await expectAccessible(otherPage)
    await otherPage.goto('/@<script>')
    await expect(otherPage.getByRole('heading', { name: 'Profile not found' })).toBeVisible()
    await otherPage.goto('/nowhere')
    await expect(otherPage.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  })
}
