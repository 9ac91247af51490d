import { expect, test } from './test.ts'
import { keepAlerts } from './keep-alerts.ts'
for (const width of [390, 1281]) for (const scheme of ['light','dark'] as const)
test(`shots ${width} ${scheme}`, async ({ page, member, expectFailures }) => {
  expectFailures(/./)
  const ada = await member('Ada Undo')
  for (let i=0;i<12;i++) await ada.writePost(`Post ${i}. ` + 'Some words that fill the page with text. '.repeat(8))
  await keepAlerts(page)
  await page.setViewportSize({width: width===1281?1280:width, height: 844})
  await page.emulateMedia({colorScheme: scheme})
  await ada.open(page, '/posts')
  for (let i=1;i<3;i++) { await page.getByRole('button', { name: 'Delete post' }).nth(1).click(); await expect(page.getByRole('alert')).toHaveCount(i) }
  await page.screenshot({ path: `/tmp/f4/undo-${width}-${scheme}.png` })
  await page.mouse.wheel(0, 400); await page.waitForTimeout(800)
  await page.screenshot({ path: `/tmp/f4/undo-scrolled-${width}-${scheme}.png` })
})
