import type { EventData } from '../../../contract/events.ts'
import { eventIdOf } from './event-id.ts'

export type LiveEvent = {
  id: string
  kind: 'post' | 'comment' | 'like' | 'notification'
  data: EventData
  /** Whether it tells that its entry is not shown any more. */
  isGone?: true
}

type Span = { from: string; to: string; topics: string[] }

/** The events in a span of changes, of which the first `count` are left out. The same one twice is told once. */
export function eventsIn({ from, to, topics }: Span, count = 0): LiveEvent[] {
  const last = new Map(topics.map((topic, index) => [topic, index]))
  return topics.flatMap((topic, index) => {
    if (index < count || last.get(topic) !== index) return []
    const event = readTopic(topic)
    if (!event) return []
    const isLast = index === topics.length - 1
    return { id: eventIdOf(isLast ? { to } : { from, to, count: index + 1 }), ...event }
  })
}

function readTopic(topic: string): Omit<LiveEvent, 'id'> | undefined {
  const [kind = '', ...rest] = topic.split(':')
  if (kind === 'notifications') return { kind: 'notification', data: { user: rest[0] } }
  if (kind !== 'event') return undefined
  const [event, post, comment] = rest
  if (event === 'gone') return { kind: comment ? 'comment' : 'post', data: { post, comment }, isGone: true }
  if (event === 'comment') return { kind: event, data: { post, comment } }
  return event === 'post' || event === 'like' ? { kind: event, data: { post } } : undefined
}

/** Whether only the user it names may know of it. */
export function isPrivate({ kind }: LiveEvent): boolean {
  return kind === 'notification'
}

export function frameOf({ id, kind, data }: LiveEvent): string {
  return `event: ${kind}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Tells a client that it has missed events. */
export const resetFrame = (position: string) => `event: reset\nid: ${position}\ndata: {}\n\n`

/** Sent when nothing happens, so that proxies keep the connection and clients the latest position. */
export const heartbeatFrame = (position: string) => `:\nid: ${position}\n\n`
