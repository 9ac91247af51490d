import type { Notification, NotificationKind } from '../../../contract/notifications.ts'
import type { Message } from '../../platform/mail/message.ts'

type Details = { community: string; publicUrl: string; unsubscribe: string }

const ACTS: Record<NotificationKind, string> = {
  comment: 'commented on your post',
  reply: 'replied to your comment',
  mention: 'mentioned you',
  like: 'liked your post',
  accepted: 'accepted your answer',
  follow: 'follows you',
  moderation: 'removed something that you wrote',
}

/** Says in a line what a notification tells of. */
function sentenceOf({ kind, actors, count }: Notification): string {
  if (kind === 'moderation') return `A moderator ${ACTS.moderation}`
  const [first] = actors
  const others = count > 1 ? ` (${count} in all)` : ''
  return `${first?.name ?? 'Someone'} ${ACTS[kind]}${others}`
}

export function addressOf(publicUrl: string, { kind, actors, post, comment }: Notification): string {
  const [first] = actors
  if (kind === 'moderation') return `${publicUrl}/settings`
  if (post === null) return first ? `${publicUrl}/profile/${first._id}` : `${publicUrl}/notifications`
  return `${publicUrl}/posts/${post}${comment ? `#comment-${comment}` : ''}`
}

export function notificationMail(
  to: string,
  notification: Notification,
  { community, publicUrl, unsubscribe }: Details,
): Message {
  const sentence = sentenceOf(notification)
  return {
    to,
    subject: `[${community}] ${sentence}`,
    paragraphs: [`${sentence}:`, notification.excerpt].filter(Boolean),
    link: { text: 'Open it', url: addressOf(publicUrl, notification) },
    unsubscribe: {
      reason: `You get this mail because you are a member of ${community}.`,
      url: unsubscribe,
    },
  }
}

export type DigestPost = { id: string; excerpt: string; name: string; comments: number }

type Digest = { told: Notification[]; questions: DigestPost[]; discussed: DigestPost[] }

export function digestMail(
  to: string,
  { told, questions, discussed }: Digest,
  { community, publicUrl, unsubscribe }: Details,
): Message {
  const postItem = ({ id, excerpt, name, comments }: DigestPost) => ({
    text: excerpt || 'A post',
    url: `${publicUrl}/posts/${id}`,
    detail: `${name}${comments > 0 ? ` · ${comments} ${comments === 1 ? 'comment' : 'comments'}` : ''}`,
  })
  return {
    to,
    subject: subjectOf({ told, questions, discussed }, community),
    paragraphs: [],
    sections: [
      {
        heading: 'For you',
        items: told.map((notification) => ({
          text: sentenceOf(notification),
          url: addressOf(publicUrl, notification),
          detail: notification.excerpt,
        })),
      },
      { heading: 'Questions that you may be able to answer', items: questions.map(postItem) },
      { heading: 'Most discussed this week', items: discussed.map(postItem) },
    ].filter(({ items }) => items.length > 0),
    unsubscribe: { reason: `You get this mail once a day at most, from ${community}.`, url: unsubscribe },
  }
}

function subjectOf({ told, questions }: Digest, community: string): string {
  const [first] = told
  if (first) {
    const more = told.length > 1 ? `, and ${told.length - 1} more` : ''
    return `[${community}] ${sentenceOf(first)}${more}`
  }
  if (questions.length > 0) {
    const [count, noun] = [questions.length, questions.length === 1 ? 'question' : 'questions']
    return `[${community}] ${count} ${noun} for you`
  }
  return `[${community}] Most discussed this week`
}
