import type { Role } from '../../../contract/access.ts'
import type { Comment, Post } from '../../../contract/posts.ts'
import { dateOfId } from '../../ids.ts'
import type { Settings } from '../../platform/process/settings.ts'
import { avatarUrl, badgeOf, presentHandle } from '../accounts/present.ts'
import { linkMentions, type People } from '../markdown/mentions.ts'

type Author = { name: string; handle: string | null; avatar_hash: string; role: Role }
type Written = Author & {
  id: string
  user_id: string
  text: string
  html: string
  mentions: string
  version: number
  edited_at: number | null
}
type PostRow = Written & {
  tags: string
  like_count: number
  comment_count: number
  question: number
  accepted_count: number
}
/** `parent` is null if that comment is hidden. */
export type CommentRow = Written & { parent: string | null; accepted: number }

export function presentPost(
  settings: Settings,
  row: PostRow,
  people: People,
  { likes, comments }: Pick<Post, 'likes' | 'comments'>,
): Post {
  return {
    ...presentWritten(settings, row, people),
    tags: JSON.parse(row.tags),
    likes,
    likeCount: row.like_count,
    comments,
    commentCount: row.comment_count,
    question: row.question === 1,
    solved: row.accepted_count > 0,
  }
}

export function presentComment(settings: Settings, row: CommentRow, people: People): Comment {
  return { ...presentWritten(settings, row, people), parent: row.parent, accepted: row.accepted === 1 }
}

function presentWritten(settings: Settings, row: Written, people: People) {
  const { id, user_id, text, name, handle, avatar_hash, role, version, edited_at } = row
  return {
    _id: id,
    text,
    html: linkMentions(row, people),
    name,
    handle: presentHandle(handle, user_id),
    avatar: avatarUrl(settings, avatar_hash),
    ...badgeOf(role),
    user: user_id,
    date: dateOfId(id),
    version,
    edited: edited_at === null ? null : new Date(edited_at).toISOString(),
  }
}
