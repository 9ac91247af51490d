import type { Notification } from '../../../contract/notifications.ts'

export function namesOf({ kind, actors, count }: Notification): { names: string[]; others: string } {
  const names = actors.map(({ name }) => name).slice(0, 2)
  const isByPeople = kind === 'like' || kind === 'follow'
  const more = isByPeople ? count - names.length : actors.length - names.length
  if (more <= 0) return { names, others: '' }
  if (!isByPeople) return { names, others: 'others' }
  return { names, others: more === 1 ? '1 other' : `${more.toLocaleString('en')} others` }
}

/** The other notices of moderation are about an own post or comment. */
export const isAboutRegistrations = ({ kind, post }: Notification): boolean =>
  kind === 'moderation' && post === null

export function actionText(of: Notification): string {
  const { kind, count, comment } = of
  switch (kind) {
    case 'like':
      return 'liked your post'
    case 'comment':
      return count > 1
        ? `wrote ${count.toLocaleString('en')} comments on your post`
        : 'commented on your post'
    case 'reply':
      return count > 1 ? `replied ${times(count)} to your comment` : 'replied to your comment'
    case 'mention':
      return `mentioned you ${count > 1 ? times(count) : comment ? 'in a comment' : 'in a post'}`
    case 'accepted':
      return 'accepted your answer'
    case 'follow':
      return 'followed you'
    case 'moderation':
      if (isAboutRegistrations(of)) return count > 1 ? 'are waiting for approval' : 'is waiting for approval'
      return `removed your ${comment ? 'comment' : 'post'}`
  }
}

const times = (count: number) => `${count.toLocaleString('en')} times`

export function addressOf(of: Notification): string {
  const { kind, actors, post, comment } = of
  if (isAboutRegistrations(of)) return '/admin#registrations'
  if (kind === 'moderation') return '/settings'
  if (!post) return actors[0] ? `/profile/${actors[0]._id}` : '/notifications'
  return comment ? `/posts/${post}#comment-${comment}` : `/posts/${post}`
}
