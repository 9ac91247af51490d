import { sql } from 'kysely'
import type { PersonSummary } from '../../../contract/accounts.ts'
import { EXCERPT_LENGTH, MAX_ACTORS_SHOWN } from '../../../contract/limits.ts'
import type { Notification } from '../../../contract/notifications.ts'
import { CHARACTERS_READ, excerptOf } from '../../../contract/pages/excerpts.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/database.ts'
import { isOneOf, readJsonRows } from '../../database/expressions.ts'
import { dateOfId } from '../../ids.ts'
import type { Settings } from '../../platform/process/settings.ts'
import { presentSummary } from '../accounts/present.ts'
import { visibleComments, visiblePosts } from '../visibility.ts'
import type { NewestEvent, NotificationRow } from './queries.ts'

export async function presentNotifications(
  { db, settings }: Context,
  rows: NotificationRow[],
): Promise<{ value: Notification; position: string }[]> {
  const notifications = rows.map((row) => {
    const events = readJsonRows<NewestEvent>(row.events)
    const comment = events[0]?.comment_id ?? row.comment_id
    const hasExcerpt = row.kind !== 'moderation' && row.post_id !== null
    const source: ExcerptSource | undefined = hasExcerpt ? { post: row.post_id ?? '', comment } : undefined
    return { row, events, comment, source }
  })
  const sources = notifications.flatMap(({ source }) => source ?? [])
  const excerpts = await findExcerpts(db.kysely, sources)
  return notifications.flatMap(({ row, events, comment, source }) => {
    const excerpt = source ? excerpts.get(source.comment ?? source.post) : shorten(row.reason ?? '')
    if (excerpt === undefined) return []
    const { id, kind, count, post_id: post, position } = row
    const actors = presentActors(settings, events)
    const date = dateOfId(events[0]?.id ?? position)
    const value = { _id: id, kind, actors, count, post, comment, excerpt, date, read: row.read === 1 }
    return { value, position }
  })
}

function presentActors(settings: Settings, events: NewestEvent[]): PersonSummary[] {
  const people = new Map(events.map((event) => [event.actor_id, event]))
  return [...people.values()]
    .filter(({ suspended_until }) => suspended_until === null)
    .slice(0, MAX_ACTORS_SHOWN)
    .map((event) => presentSummary(settings, { ...event, id: event.actor_id }))
}

function shorten(text: string): string {
  const characters = [...text]
  return characters.length <= EXCERPT_LENGTH ? text : `${characters.slice(0, EXCERPT_LENGTH - 1).join('')}…`
}

type ExcerptSource = { post: string; comment: string | null }

async function findExcerpts(db: Queryable, sources: ExcerptSource[]): Promise<Map<string, string>> {
  const postIds = [...new Set(sources.map(({ post }) => post))]
  const commentIds = sources.flatMap(({ comment }) => comment ?? [])
  const posts = await visiblePosts(db)
    .select(['id', prefix])
    .where(isOneOf(db, 'id', postIds))
    .execute()
  const visible = posts.map(({ id }) => id)
  const comments = await visibleComments(db)
    .select(['id', prefix])
    .where(isOneOf(db, 'post_id', visible))
    .where(isOneOf(db, 'id', commentIds))
    .execute()
  return new Map([...posts, ...comments].map((row) => [row.id, excerptOf(row.text)]))
}

const prefix = sql<string>`substr(text, 1, ${sql.lit(CHARACTERS_READ)})`.as('text')
