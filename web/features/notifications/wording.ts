import type { Notification } from '../../../contract/notifications.ts'

export function namesOf({ kind, actors, count }: Notification): { names: string[]; others: string } {
  const names = actors.map(({ name }) => name).slice(0, 2)
  // Several comments may be by the same person, but nobody likes or follows twice.
  const isByPeople = kind === 'like' || kind === 'follow'
  const more = isByPeople ? count - names.length : actors.length - names.length
  if (more <= 0) return { names, others: '' }
  if (!isByPeople) return { names, others: 'others' }
  return { names, others: more === 1 ? '1 other' : `${more.toLocaleString('en')} others` }
}

export function actionText({ kind, count, comment }: Notification): string {
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
      return `removed your ${comment ? 'comment' : 'post'}`
  }
}

const times = (count: number) => `${count.toLocaleString('en')} times`

export function addressOf({ kind, actors, post, comment }: Notification): string {
  if (kind === 'moderation') return '/settings'
  if (!post) return actors[0] ? `/profile/${actors[0]._id}` : '/notifications'
  return comment ? `/posts/${post}#comment-${comment}` : `/posts/${post}`
}
