import { type LucideIcon, MessageSquare, Pencil, Trash2 } from 'lucide-react'
import type { Ref } from 'react'
import type { Post } from '../../../contract/posts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'

type Noun = 'post' | 'comment'

export function DeleteButton({ noun, ...button }: { noun: Noun; pending: boolean; onClick: () => void }) {
  return <IconButton label={`Delete ${noun}`} icon={Trash2} variant="quiet-danger" {...button} />
}

export function EditButton({ noun, onClick }: { noun: Noun; onClick: () => void }) {
  return <IconButton label={`Edit ${noun}`} icon={Pencil} variant="quiet" onClick={onClick} />
}

type Props = {
  label: string
  icon: LucideIcon
  variant: 'quiet' | 'quiet-danger'
  pending?: boolean
  onClick: () => void
}

function IconButton({ label, icon: Icon, ...button }: Props) {
  return (
    <Button
      {...button}
      size="row"
      className="pointer-coarse:min-h-11 pointer-coarse:min-w-11"
      aria-label={label}
      title={label}
    >
      <Icon size={16} aria-hidden="true" />
    </Button>
  )
}

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
