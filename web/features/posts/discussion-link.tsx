import { MessageSquare } from 'lucide-react'
import type { Ref } from 'react'
import type { Post } from '../../../contract/posts.ts'
import { ButtonLink } from '../../ui/button.tsx'

export function DiscussionLink({ ref, post }: { ref?: Ref<HTMLAnchorElement>; post: Post }) {
  return (
    <ButtonLink
      ref={ref}
      to={`/posts/${post._id}`}
      variant="quiet"
      size="row"
      data-key="r"
      className="justify-start pointer-coarse:min-w-11"
    >
      <MessageSquare size={16} aria-hidden="true" />
      <span className="max-[26.25rem]:sr-only">Discussion</span>
      {post.commentCount > 0 && <span className="font-mono">{post.commentCount}</span>}
    </ButtonLink>
  )
}
