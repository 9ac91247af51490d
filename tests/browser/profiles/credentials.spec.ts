import { expect, test } from '../test.ts'

const kinds = [
  {
    kind: 'experience',
    label: 'Experience',
    credential: {
      title: 'Engineer',
      company: 'Contoso',
      location: 'Lisbon',
      from: '2020-01-01',
      current: true,
    },
    name: 'company',
    row: 'NorthwindEngineer2020/01/01 - 2021/12/31Delete',
  },
  {
    kind: 'education',
    label: 'Education',
    credential: {
      school: 'Coimbra',
      degree: 'MSc',
      fieldofstudy: 'Maths',
      from: '2020-01-01',
      current: true,
    },
    name: 'school',
    row: 'NorthwindMSc2020/01/01 - 2021/12/31Delete',
  },
]

for (const { kind, label, credential, name, row } of kinds) {
  for (const width of [390, 1280]) {
    test(`at ${width} px members edit their ${kind} in the same form`, async ({
      page,
      member,
      expectFailures,
    }) => {
      await page.setViewportSize({ width, height: 800 })
      const ada = await member()
      await ada.withProfile()
      await ada.send('PUT', `/api/profile/${kind}`, credential)
      await ada.open(page, '/dashboard')
      await page.getByRole('link', { name: 'Edit', exact: true }).click()
      await expect(page.getByRole('heading', { name: `Edit ${label}` })).toBeVisible()
      for (const [field, value] of Object.entries(credential)) {
        const input = page.locator(`[name=${field}]`)
        if (field === 'current') await expect(input).toBeChecked()
        else await expect(input).toHaveValue(String(value))
      }
      const current = page.locator('[name=current]')
      await current.uncheck()
      await page.locator('[name=to]').fill('2019-12-31')
      await current.check()
      await expect(page.locator('[name=to]')).toBeDisabled()
      await current.uncheck()
      await expect(page.locator('[name=to]')).toHaveValue('2019-12-31')
      await page.locator(`[name=${name}]`).fill('Northwind')
      expectFailures(new RegExp(`/api/profile/${kind}/`))
      await page.getByRole('button', { name: 'Submit' }).click()
      await expect(page.getByRole('alert')).toHaveText(/To date must not be before from date/)
      await page.locator('[name=to]').fill('2021-12-31')
      await page.getByRole('button', { name: 'Submit' }).click()
      await expect(page).toHaveURL('/dashboard')
      await expect(page.getByRole('alert').filter({ hasText: `${label} Updated` })).toBeVisible()
      await expect(page.locator('tbody tr')).toHaveText(row)

      await page.goto(`/edit-${kind}/nothing`)
      await expect(page.getByRole('heading', { name: `${label} not found` })).toBeVisible()
    })
  }
}
