import type { Role } from '../../../contract/access.ts'
import type { Comment, Like, Post } from '../../../contract/posts.ts'
import { dateOfId } from '../../ids.ts'
import type { Settings } from '../../platform/process/settings.ts'
import { avatarUrl } from '../accounts/avatars.ts'
import { presentHandle } from '../accounts/handles.ts'
import { badgeOf } from '../accounts/roles.ts'

export type Author = { name: string; handle: string | null; avatar_hash: string; role: Role }
type Written = Author & {
  id: string
  user_id: string
  text: string
  /** As it is shown, see htmlOf. */
  html: string
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
/** `parent` is the comment that it answers, if that is shown. */
export type CommentRow = Written & { parent: string | null; accepted: number }
/** `parent_id` is the top comment of its thread, whether or not it is shown or exists. */
export type ThreadedRow = CommentRow & { parent_id: string | null }

/** `likers` are the ids of users, separated by commas. */
export function presentLikes(likers: string | null): Like[] {
  return likers ? likers.split(',').map((user) => ({ user })) : []
}

/** The only place that creates the response form of a post. */
export function presentPost(settings: Settings, row: PostRow, likes: Like[], comments: CommentRow[]): Post {
  return {
    ...presentWritten(settings, row),
    tags: JSON.parse(row.tags),
    likes,
    likeCount: row.like_count,
    comments: comments.map((comment) => presentComment(settings, comment)),
    commentCount: row.comment_count,
    question: row.question === 1,
    solved: row.accepted_count > 0,
  }
}

export function presentComment(settings: Settings, row: CommentRow): Comment {
  return { ...presentWritten(settings, row), parent: row.parent, accepted: row.accepted === 1 }
}

function presentWritten(settings: Settings, row: Written) {
  const { id, user_id, text, html, name, handle, avatar_hash, role, version, edited_at } = row
  return {
    _id: id,
    text,
    html,
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
