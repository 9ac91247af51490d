import type { Notification, NotificationKind } from '../../../contract/notifications.ts'
import type { Message } from '../../platform/mail/message.ts'

type Details = { community: string; publicUrl: string; unsubscribe: string }

const ACTIONS: Record<NotificationKind, string> = {
  comment: 'commented on your post',
  reply: 'replied to your comment',
  mention: 'mentioned you',
  like: 'liked your post',
  accepted: 'accepted your answer',
  follow: 'followed you',
  moderation: 'removed something you wrote',
}

function summaryOf({ kind, actors, count, post }: Notification): string {
  if (kind === 'moderation' && post === null) {
    return count === 1 ? 'A registration is waiting for approval' : `${count} registrations are waiting`
  }
  if (kind === 'moderation') return `A moderator ${ACTIONS.moderation}`
  const total = count > 1 ? ` (${count} in total)` : ''
  return `${actors[0]?.name ?? 'Someone'} ${ACTIONS[kind]}${total}`
}

function addressOf(publicUrl: string, { kind, actors, post, comment }: Notification): string {
  const [first] = actors
  if (kind === 'moderation') return `${publicUrl}/${post === null ? 'admin' : 'settings'}`
  if (post === null) return first ? `${publicUrl}/profile/${first._id}` : `${publicUrl}/notifications`
  return `${publicUrl}/posts/${post}${comment ? `#comment-${comment}` : ''}`
}

export function notificationMail(
  to: string,
  notification: Notification,
  { community, publicUrl, unsubscribe }: Details,
): Message {
  const summary = summaryOf(notification)
  return {
    to,
    subject: `[${community}] ${summary}`,
    paragraphs: [`${summary}:`, notification.excerpt].filter(Boolean),
    link: { text: `View it on ${community}`, url: addressOf(publicUrl, notification) },
    unsubscribe: {
      reason: `You are receiving this because you are a member of ${community}.`,
      url: unsubscribe,
    },
  }
}

export type DigestPost = { id: string; excerpt: string; name: string; comments: number }

type Digest = { notifications: Notification[]; questions: DigestPost[]; discussed: DigestPost[] }

export function digestMail(
  to: string,
  { notifications, questions, discussed }: Digest,
  { community, publicUrl, unsubscribe }: Details,
): Message {
  const postItem = ({ id, excerpt, name, comments }: DigestPost) => ({
    text: excerpt || 'A post',
    url: `${publicUrl}/posts/${id}`,
    detail: `${name}${comments > 0 ? ` · ${comments} ${comments === 1 ? 'comment' : 'comments'}` : ''}`,
  })
  return {
    to,
    subject: subjectOf({ notifications, questions, discussed }, community),
    paragraphs: [],
    sections: [
      {
        heading: 'For you',
        items: notifications.map((notification) => ({
          text: summaryOf(notification),
          url: addressOf(publicUrl, notification),
          detail: notification.excerpt,
        })),
      },
      { heading: 'Questions you may be able to answer', items: questions.map(postItem) },
      { heading: 'Most discussed this week', items: discussed.map(postItem) },
    ].filter(({ items }) => items.length > 0),
    unsubscribe: {
      reason: `You receive this digest from ${community} at most once a day.`,
      url: unsubscribe,
    },
  }
}

function subjectOf({ notifications, questions }: Digest, community: string): string {
  const [first] = notifications
  if (first) {
    const more = notifications.length > 1 ? `, and ${notifications.length - 1} more` : ''
    return `[${community}] ${summaryOf(first)}${more}`
  }
  if (questions.length > 0) {
    const noun = questions.length === 1 ? 'question' : 'questions'
    return `[${community}] ${questions.length} ${noun} for you`
  }
  return `[${community}] Most discussed this week`
}
