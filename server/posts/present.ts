import type { Comment, Like, Post } from '../../contract/posts.ts'
import { avatarUrl } from '../accounts/avatars.ts'
import { presentHandle } from '../accounts/handles.ts'
import { dateOfId } from '../ids.ts'
import type { Settings } from '../process/settings.ts'

export type Author = { name: string; handle: string | null; avatar_hash: string }
type Written = Author & { id: string; user_id: string; text: string }
export type PostRow = Written & { like_count: number; comment_count: number }
export type CommentRow = Written

/** The only place that creates the response form of a post. */
export function presentPost(settings: Settings, row: PostRow, likes: Like[], comments: CommentRow[]): Post {
  return {
    ...presentWritten(settings, row),
    likes,
    likeCount: row.like_count,
    comments: comments.map((comment) => presentComment(settings, comment)),
    commentCount: row.comment_count,
  }
}

export function presentComment(settings: Settings, row: CommentRow): Comment {
  return presentWritten(settings, row)
}

function presentWritten(settings: Settings, row: Written) {
  const { id, user_id, text, name, handle, avatar_hash } = row
  return {
    _id: id,
    text,
    name,
    handle: presentHandle(handle, user_id),
    avatar: avatarUrl(settings, avatar_hash),
    user: user_id,
    date: dateOfId(id),
  }
}
