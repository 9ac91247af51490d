import type { PersonSummary } from '../../../contract/accounts.ts'
import { EXCERPT_LENGTH, MAX_ACTORS_SHOWN } from '../../../contract/limits.ts'
import type { Notification } from '../../../contract/notifications.ts'
import { dateOfId } from '../../ids.ts'
import type { Settings } from '../../platform/process/settings.ts'
import { presentSummary } from '../accounts/people/present.ts'
import type { Named } from './excerpts.ts'
import type { NotificationRow } from './queries.ts'

type ActValues = [
  ...[id: string, comment_id: string | null, actor_id: string],
  ...[name: string, handle: string | null, avatar_hash: string, suspended_until: number | null],
]

/** An entry with its newest acts. */
export type Entry = Omit<NotificationRow, 'acts'> & { acts: Act[]; comment: string | null }

type Act = {
  id: string
  comment: string | null
  actor: { id: string; name: string; handle: string | null; avatar_hash: string; isSuspended: boolean }
}

export function readEntry({ acts: json, ...row }: NotificationRow): Entry {
  const values: ActValues[] = JSON.parse(json ?? '[]')
  const acts = values.map(([id, comment, actorId, name, handle, avatar_hash, suspended_until]) => ({
    id,
    comment,
    actor: { id: actorId, name, handle, avatar_hash, isSuspended: suspended_until !== null },
  }))
  return { ...row, acts, comment: acts[0]?.comment ?? row.comment_id }
}

/** What the entry shows the beginning of, if anything. */
export function namedIn({ kind, post_id, comment }: Entry): Named | undefined {
  return kind === 'moderation' || post_id === null ? undefined : { post: post_id, comment }
}

/** Undefined if the post or comment that it is about has been hidden meanwhile. */
export function presentNotification(
  settings: Settings,
  entry: Entry,
  excerpts: Map<string, string>,
): Notification | undefined {
  const named = namedIn(entry)
  const excerpt = named ? excerpts.get(named.comment ?? named.post) : shorten(entry.reason ?? '')
  if (excerpt === undefined) return undefined
  const { id, kind, count, post_id, comment, acts, position, read } = entry
  return {
    _id: id,
    kind,
    actors: presentActors(settings, acts),
    count,
    post: post_id,
    comment,
    excerpt,
    date: dateOfId(acts[0]?.id ?? position),
    read: read === 1,
  }
}

function presentActors(settings: Settings, acts: Act[]): PersonSummary[] {
  const people = new Map(acts.map(({ actor }) => [actor.id, actor]))
  return [...people.values()]
    .filter(({ isSuspended }) => !isSuspended)
    .slice(0, MAX_ACTORS_SHOWN)
    .map((person) => presentSummary(settings, person))
}

function shorten(text: string): string {
  const characters = [...text]
  return characters.length <= EXCERPT_LENGTH ? text : `${characters.slice(0, EXCERPT_LENGTH - 1).join('')}…`
}
