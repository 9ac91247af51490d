import type { EventData } from '../../../contract/events.ts'

export type LiveEvent = {
  id: string
  kind: 'post' | 'comment' | 'like' | 'notification'
  data: EventData
  isGone?: true
}

type Span = { from: string; to: string; topics: string[] }

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

export const frameOf = ({ id, kind, data }: LiveEvent) =>
  `event: ${kind}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`

export const resetFrame = (position: string) => `event: reset\nid: ${position}\ndata: {}\n\n`

export const heartbeatFrame = (position: string) => `:\nid: ${position}\n\n`

type EventPosition = { from: string; to: string; count: number } | { to: string }

const SEPARATOR = '~'

const eventIdOf = (position: EventPosition) =>
  'from' in position ? [position.from, position.to, position.count].join(SEPARATOR) : position.to

export function readEventId(id: string): EventPosition | undefined {
  const [first = '', second, count = '', ...rest] = id.split(SEPARATOR)
  if (second === undefined) return { to: first }
  if (rest.length > 0 || !/^\d{1,5}$/.test(count)) return undefined
  return { from: first, to: second, count: Number(count) }
}
