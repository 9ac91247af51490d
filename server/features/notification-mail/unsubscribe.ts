import type { FastifyInstance, FastifyRequest } from 'fastify'
import { NOTIFICATION_KINDS } from '../../../contract/limits.ts'
import type { MailChanges } from '../../../contract/notification-mail.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/database.ts'
import { escapeHtml } from '../../platform/http/escape-html.ts'
import { changePreferences, findPreferences } from '../notifications/mail-preferences.ts'

export type MailTopic = (typeof TOPICS)[number]
const TOPICS = ['digest', ...NOTIFICATION_KINDS] as const

const PATH = '/unsubscribe'
const INVALID_LINK = 'This link is no longer valid.'
const NEVER = 'never'

export const unsubscribeAddress = (publicUrl: string, token: string, topic: MailTopic) =>
  `${publicUrl}${PATH}?token=${token}&from=${topic}`

/** Mail programs POST without a session (RFC 8058). GET shows a button, because scanners open links. */
export function unsubscribeRoutes(routes: FastifyInstance, { db }: Context): void {
  routes.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    done(null)
  })

  routes.get(PATH, async (request, reply) => {
    const link = await readLink(db.kysely, request)
    reply.code(link ? 200 : 404).headers(PAGE_HEADERS)
    return page(link ? askFor(link.topic) : INVALID_LINK)
  })

  routes.post(PATH, async (request, reply) => {
    const link = await readLink(db.kysely, request)
    reply.code(link ? 200 : 404).headers(PAGE_HEADERS)
    if (!link) return page(INVALID_LINK)
    const { userId, topic } = link
    await db.transaction(async (trx) =>
      changePreferences(trx, userId, changesFor(topic, await findPreferences(trx, userId))),
    )
    return page('You are unsubscribed. You can change this in your settings at any time.')
  })
}

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
}

async function readLink(db: Queryable, { url }: FastifyRequest) {
  const query = new URLSearchParams(url.split('?')[1])
  const token = query.get('token') ?? ''
  const topic = TOPICS.find((name) => name === query.get('from'))
  if (!topic || !/^[\w-]{32}$/.test(token)) return undefined
  const row = await db
    .selectFrom('mail_preferences')
    .select('user_id')
    .where('token', '=', token)
    .executeTakeFirst()
  return row && { userId: row.user_id, topic }
}

function changesFor(topic: MailTopic, current: MailChanges): MailChanges {
  if (topic !== 'digest') return { [topic]: NEVER }
  const daily = NOTIFICATION_KINDS.filter((kind) => current[kind] === 'daily')
  return { digest: NEVER, ...Object.fromEntries(daily.map((kind) => [kind, NEVER])) }
}

const askFor = (topic: MailTopic) =>
  topic === 'digest'
    ? 'Unsubscribe from the daily digest?'
    : `Unsubscribe from emails of this kind (${topic})?`

function page(text: string): string {
  const button = text.endsWith('?') ? '<form method="post"><button>Unsubscribe</button></form>' : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Email preferences</title>
<link rel="stylesheet" href="/api/docs/style.css">
</head>
<body>
<main>
<h1>Email preferences</h1>
<p>${escapeHtml(text)}</p>
${button}
<p><a href="/settings">Settings</a></p>
</main>
</body>
</html>`
}
