import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { nextMorning } from '../../../server/features/notifications/morning.ts'
import { newId } from '../../../server/ids.ts'
import { until } from '../../../test-support/polling.ts'
import { type Person, startApp, type TestApp } from '../../app.ts'
import { type Mail, MailServer } from '../../mail-server.ts'

const mails = new MailServer()
let app: TestApp
beforeAll(async () => {
  await mails.start()
  app = await startApp(mails.settings)
})
beforeEach(() => {
  mails.received.length = 0
})
afterAll(async () => {
  await app.stop()
  await mails.stop()
})

/** The member has just been on the page: leave() comes later, since a request may update the time at any moment. */
async function signUpConfirmed(name = 'Ada Absent'): Promise<Person> {
  const person = await app.signUp(name)
  await app.db.transaction((trx) =>
    trx.updateTable('users').set({ email_confirmed: 1 }).where('id', '=', person.id).execute(),
  )
  return person
}

/** Dates the last request back by an hour. */
const leave = (person: Person) =>
  app.db.transaction((trx) =>
    trx
      .updateTable('sessions')
      .set({ last_used_at: Date.now() - 60 * 60_000 })
      .where('user_id', '=', person.id)
      .execute(),
  )

const mailsTo = (person: Person) => mails.received.filter(({ to }) => to.includes(person.email))

const hurry = () => app.running.context.jobs.start()

async function mailTo(person: Person): Promise<Mail> {
  await until(async () => {
    hurry()
    return mailsTo(person).length > 0
  })
  return mailsTo(person)[0] as Mail
}

const countWaitingMails = async () =>
  (
    await app.db.kysely.selectFrom('jobs').select(['kind', 'run_at']).where('failed_at', 'is', null).execute()
  ).filter(({ kind }) => kind.startsWith('mail a'))

const untilMailIsSent = () =>
  until(async () => {
    hurry()
    return (await countWaitingMails()).every(isPutOff)
  })

const isPutOff = ({ run_at }: { run_at: number }) => Number(run_at) > Date.now() + 120_000

const comment = (person: Person, post: string, text = 'An <b>answer</b>') =>
  person.post(`/api/posts/comment/${post}`, { text })

test('a comment is mailed at once, with a link that ends these mails by one click', async () => {
  const author = await signUpConfirmed()
  const reader = await app.signUp('Kofi <Mensah>')
  const post = await author.write('Question')
  await leave(author)
  const { body } = await comment(reader, post)
  const mail = await mailTo(author)
  expect(mail.headers.get('subject')).toContain('Kofi <Mensah> commented on your post')
  expect(mail.text).toContain(`https://community.example/posts/${post}#comment-${body[0]._id}`)
  expect(mail.text).toContain('Kofi &lt;Mensah&gt;')
  expect(mail.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const address = /^<https:\/\/community\.example(\/unsubscribe\?.+)>$/.exec(
    mail.headers.get('list-unsubscribe') ?? '',
  )?.[1]
  // Mail scanners open every link, so opening one must change nothing.
  const page = await app.call('GET', address ?? '')
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.body).toContain('<form method="post">')
  expect((await author.get('/api/notifications/mail')).body.comment).toBe('at-once')
  const click = await app.call('POST', address ?? '', {
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(click.status).toBe(200)
  expect((await author.get('/api/notifications/mail')).body).toMatchObject({
    comment: 'never',
    reply: 'at-once',
  })
  for (const wrong of ['/unsubscribe', '/unsubscribe?token=x&from=like', `${address}x`]) {
    for (const method of ['GET', 'POST']) expect((await app.call(method, wrong)).status).toBe(404)
  }
  // The page needs the database, so it is unavailable until that is ready.
  app.running.context.ready = false
  for (const method of ['GET', 'POST']) expect((await app.call(method, address ?? '')).status).toBe(503)
  app.running.context.ready = true
  await leave(author)
  await author.put('/api/notifications/read', {})
  await comment(reader, post)
  await untilMailIsSent()
  expect(mailsTo(author)).toHaveLength(1)
})

test('no mail is sent for what was read, joins an unread notification, is not wanted or goes to an unconfirmed address', async () => {
  const author = await signUpConfirmed()
  const reader = await app.signUp()
  const stranger = await app.signUp()
  const post = await author.write('Question')
  const unconfirmed = await stranger.write('Unconfirmed')
  for (const person of [author, stranger]) await leave(person)
  await comment(reader, post)
  await mailTo(author)
  await comment(reader, post)
  await reader.put(`/api/posts/like/${post}`)
  await comment(reader, unconfirmed)
  await untilMailIsSent()
  expect([mailsTo(author).length, mailsTo(stranger).length]).toEqual([1, 0])
})

test('a member gets at most 20 notification mails an hour', async () => {
  const author = await signUpConfirmed()
  const reader = await app.signUp()
  const posts = [await author.write('One'), await author.write('Two'), await author.write('Three')] as const
  await leave(author)
  await comment(reader, posts[0])
  await mailTo(author)
  await app.db.transaction((trx) =>
    trx.updateTable('attempts').set({ count: 19 }).where('count', '=', 1).execute(),
  )
  await comment(reader, posts[1])
  await untilMailIsSent()
  expect(mailsTo(author)).toHaveLength(2)
  await comment(reader, posts[2])
  await untilMailIsSent()
  expect(mailsTo(author)).toHaveLength(2)
})

test('a like that was undone does not prevent the mail of a later one', async () => {
  const author = await signUpConfirmed()
  const fickle = await app.signUp('Fickle')
  const reader = await app.signUp('Steady')
  await author.put('/api/notifications/mail', { like: 'at-once' })
  const post = await author.write('Like me')
  await leave(author)
  await fickle.put(`/api/posts/like/${post}`)
  await fickle.put(`/api/posts/unlike/${post}`)
  await untilMailIsSent()
  mails.received.length = 0
  await reader.put(`/api/posts/like/${post}`)
  expect((await mailTo(author)).headers.get('subject')).toContain('Steady')
})

test('people who were just on the page get nothing until they have been away', async () => {
  const author = await signUpConfirmed()
  const reader = await app.signUp()
  const post = await author.write('Question')
  await app.db.transaction((trx) =>
    trx.updateTable('sessions').set({ last_used_at: Date.now() }).where('user_id', '=', author.id).execute(),
  )
  await comment(reader, post)
  const putOff = async () =>
    (await countWaitingMails()).find((job) => job.kind === 'mail a notification' && isPutOff(job))
  await until(async () => (await putOff()) !== undefined)
  const job = await putOff()
  expect(Number(job?.run_at) - Date.now()).toBeLessThanOrEqual(5 * 60_000)
  expect(mailsTo(author)).toEqual([])
  await leave(author)
  await app.db.transaction((trx) =>
    trx.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', 'mail a notification').execute(),
  )
  await mailTo(author)
})

test('a mail server that is down for long loses no mail of a notification', async () => {
  const author = await signUpConfirmed()
  const posts = [await author.write('One'), await author.write('Two'), await author.write('Three')]
  await leave(author)
  mails.behavior = { refuseWith: 451 }
  for (const post of posts) await comment(await app.signUp(), post)
  const attempts = async () => {
    const jobs = app.db.kysely.selectFrom('jobs').select(['attempts', 'lease'])
    const rows = await jobs.where('kind', '=', 'mail a notification').where('failed_at', 'is', null).execute()
    return rows.filter(({ lease }) => lease === null).map((row) => row.attempts)
  }
  // More attempts than a member gets mails in an hour.
  for (let attempt = 1; attempt <= 8; attempt++) {
    await until(async () => (await attempts()).join() === [attempt, attempt, attempt].join())
    if (attempt === 8) mails.behavior = {}
    await app.db.transaction((trx) =>
      trx.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', 'mail a notification').execute(),
    )
    hurry()
  }
  await until(async () => mailsTo(author).length === 3)
})

test('choices of mails are stored one by one, and unknown ones are refused', async () => {
  const person = await app.signUp()
  const { body } = await person.get('/api/notifications/mail')
  expect(body).toMatchObject({ comment: 'at-once', like: 'never', digest: 'daily', timeZone: 'UTC' })
  const changes = [{ like: 'daily' }, { timeZone: 'Asia/Kathmandu' }, { digest: 'never' }]
  await Promise.all(changes.map((change) => person.put('/api/notifications/mail', change)))
  expect((await person.get('/api/notifications/mail')).body).toEqual({
    ...body,
    like: 'daily',
    timeZone: 'Asia/Kathmandu',
    digest: 'never',
  })
  const refused = await person.put('/api/notifications/mail', { like: 'hourly', timeZone: 'Mars/Base' })
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'like' }, { field: 'timeZone' }] } })
})

test('the daily mail has notifications, questions that match the skills, and current discussions', async () => {
  const reader = await signUpConfirmed('Grace Reader')
  const asker = await app.signUp('Asker')
  await reader.post('/api/profile', { status: 'Developer', skills: 'TypeScript' })
  await reader.put('/api/notifications/mail', { like: 'daily' })
  const ownPost = await reader.write('Mine')
  await asker.put(`/api/posts/like/${ownPost}`)
  const ask = async (text: string): Promise<string> =>
    (await asker.post('/api/posts', { text: `${text} #typescript`, question: true })).body._id
  await comment(reader, await ask('What did I answer already?'))
  await ask('How do I narrow this?')
  const busy = await asker.write('Tabs or spaces?')
  for (let count = 0; count < 3; count++) await comment(asker, busy)
  await leave(reader)
  const digest = () =>
    app.db.transaction(async (trx) => {
      await trx
        .insertInto('jobs')
        .values({
          id: newId(),
          kind: 'mail a digest',
          payload: JSON.stringify({ userId: reader.id }),
          run_at: 0,
          attempts: 0,
          lease: null,
          error: null,
          failed_at: null,
        })
        .execute()
    })
  await digest()
  const mail = await mailTo(reader)
  expect(mail.headers.get('subject')).toContain('Asker liked your post')
  for (const text of ['For you', 'How do I narrow this?', 'Tabs or spaces? ', 'Most discussed this week']) {
    expect(mail.text).toContain(text.trim())
  }
  const questions = mail.text.slice(0, mail.text.indexOf('Most discussed'))
  expect(questions).not.toContain('answer already')
  expect(mail.headers.get('list-unsubscribe')).toContain('from=digest')
  await ask('And this one?')
  await digest()
  await until(async () => {
    hurry()
    return mailsTo(reader).length === 2
  })
  const [, second] = mailsTo(reader)
  expect(second?.headers.get('subject')).toContain('1 question for you')
  expect(second?.text).toContain('And this one?')
  expect(second?.text).not.toContain('narrow')
  await reader.put('/api/notifications/mail', { digest: 'never' })
  await leave(reader)
  await digest()
  await untilMailIsSent()
  expect(mailsTo(reader)).toHaveLength(2)
})

test('the daily mail comes at eight in the morning of the reader’s time zone, also when clocks change', () => {
  const timeOf = (text: string) => Date.parse(text)
  expect(nextMorning(timeOf('2026-11-16T07:59:59Z'), 'UTC')).toBe(timeOf('2026-11-16T08:00:00Z'))
  expect(nextMorning(timeOf('2026-11-16T08:00:00Z'), 'UTC')).toBe(timeOf('2026-11-17T08:00:00Z'))
  expect(nextMorning(timeOf('2026-11-16T00:00:00Z'), 'Asia/Kathmandu')).toBe(timeOf('2026-11-16T02:15:00Z'))
  expect(nextMorning(timeOf('2026-03-28T12:00:00Z'), 'Europe/Dublin')).toBe(timeOf('2026-03-29T07:00:00Z'))
  expect(nextMorning(timeOf('2026-10-24T12:00:00Z'), 'Europe/Dublin')).toBe(timeOf('2026-10-25T08:00:00Z'))
})
