import { MessageSquare } from 'lucide-react'
import type { Post } from '../../../contract/posts.ts'
import { ButtonLink } from '../../ui/button.tsx'

export function DiscussionLink({ post }: { post: Post }) {
  return (
    <ButtonLink to={`/posts/${post._id}`} variant="quiet" size="action" data-key="r">
      <MessageSquare size={16} aria-hidden="true" />
      Discussion
      {post.commentCount > 0 && <span className="font-mono">{post.commentCount}</span>}
    </ButtonLink>
  )
}
