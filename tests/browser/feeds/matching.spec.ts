import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import type { Member } from '../members.ts'
import { expect, test } from '../test.ts'

const ask = async (as: Member, text: string) =>
  (await as.send<{ _id: string }>('POST', '/api/posts', { text, question: true }))._id

test('people who could answer a question are mentioned by one press, and find it on the dashboard', {
  tag: '@all',
}, async ({ page, otherPage, member }) => {
  const ada = await member('Ada Lin')
  const bob = await member('Bob Stone')
  const carl = await member('Carl Reed')
  const older = await ask(ada, 'What does this print?')
  for (const helper of [carl, bob]) {
    await helper.withProfile({ skills: 'Fortran, CSS' })
    await helper.send('POST', `/api/posts/comment/${older}`, { text: 'Forty-two.' })
  }
  await bob.send('POST', `/api/posts/comment/${await ask(ada, 'And this?')}`, { text: 'Nothing.' })
  const question = await ask(ada, 'Why is this array upside down? #fortran')

  await page.setViewportSize({ width: 390, height: 844 })
  const requested = Promise.withResolvers<void>()
  await page.route('**/helpers', async (route) => {
    await requested.promise
    await route.continue()
  })
  await ada.open(page, `/posts/${question}`)
  const placeOfForm = () => page.getByLabel('Leave a Comment!').boundingBox()
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(page.getByLabel('Leave a Comment!')).toBeFocused()
  await expect(page.getByRole('toolbar')).toBeVisible()
  const before = await placeOfForm()
  requested.resolve()
  const answerers = page.getByRole('region', { name: 'Who could answer this?' })
  await expect(answerers.getByRole('listitem')).toContainText([/Bob Stone.*Fortran, 2 answers/, /Carl Reed/])
  expect(await placeOfForm()).toEqual(before)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const below = await answerers.evaluate(
    (list, form) => list.compareDocumentPosition(form as Node),
    await page.getByLabel('Leave a Comment!').elementHandle(),
  )
  expect(below).toBe(4)

  const comment = page.getByLabel('Leave a Comment!')
  await comment.fill('Do you know,')
  const bobsButton = answerers.getByRole('button', { name: 'Bob Stone' })
  await bobsButton.focus()
  for (let press = 0; press < 2; press++) {
    await page.keyboard.press('Enter')
    await expect(comment).toHaveValue(/^Do you know, @bob-stone\S* $/)
  }
  await expect(bobsButton).toBeFocused()
  await expect(bobsButton).toHaveAccessibleName('Mentioned Bob Stone')
  await comment.press('Home')
  await answerers.getByRole('button', { name: 'Mention Carl Reed' }).click()
  await page.keyboard.type('or ')
  await expect(comment).toHaveValue(/^@carl-reed\S* or Do you know, @bob-stone\S* $/)
  await comment.press('ControlOrMeta+Enter')
  await expect(comment).toHaveValue('')
  await expect(bobsButton).toHaveAccessibleName('Mention Bob Stone')

  await page.setViewportSize({ width: 1280, height: 800 })
  const isNextToForm = async () => {
    const list = await answerers.boundingBox()
    const form = await comment.boundingBox()
    return list && form && list.x > form.x + form.width
  }
  await expect.poll(isNextToForm).toBe(true)

  await bob.open(otherPage, '/dashboard')
  const waitingQuestions = otherPage.getByRole('region', { name: 'Questions you could answer' })
  await expect(waitingQuestions.getByRole('listitem')).toContainText(['Why is this array upside down?'])
  await waitingQuestions.getByRole('link', { name: 'See all' }).click()
  await expect(otherPage).toHaveURL('/posts?feed=for-me')
  await expect(otherPage.getByRole('article')).toContainText(['Why is this array upside down?'])

  await bob.send('POST', `/api/posts/comment/${question}`, { text: 'It is stored by columns.' })
  await page.reload()
  await expect(answerers.getByRole('listitem')).toContainText([/Carl Reed/])
  await page.getByRole('button', { name: 'Accept answer' }).first().click()
  await expect(page.getByText('Solved', { exact: true })).toBeVisible()
  await expect(answerers).toHaveCount(0)
})
