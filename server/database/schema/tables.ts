import type { Generated } from 'kysely'
import type { Role } from '../../../contract/access.ts'
import type { LOGGED_ACTIONS, NOTIFICATION_KINDS } from '../../../contract/limits.ts'

// The tables as Kysely sees them, the same for both engines. Times are milliseconds since 1970,
// flags are 0 or 1, calendar dates are 'YYYY-MM-DD'. An id holds its own creation date (see ids.ts).

export type Tables = {
  users: {
    id: string
    name: string
    email: string
    /** The email in the form that is compared and unique. */
    email_key: string
    /** The hash of the email for the avatar service, or the path of an uploaded picture. */
    avatar_hash: string
    password_hash: string
    /** The current handle; null until an account of an earlier version is given one. See accounts/handles.ts. */
    handle: string | null
    /** See contract/access.ts. */
    role: Generated<Role>
    /** When the suspension of the account ends; null if it is not suspended. See accounts/suspension.ts. */
    suspended_until: Generated<number | null>
    suspension_reason: Generated<string | null>
    email_confirmed: Generated<number>
    /** The member whose invitation they used. */
    invited_by: Generated<string | null>
  }
  /** Every handle ever taken, and its owner; null if that account was deleted. */
  handles: { handle: string; user_id: string | null }
  sessions: {
    id: string
    user_id: string
    token_hash: string
    device: string
    created_at: number
    last_used_at: number
    expires_at: number
    /** The identity at a sign-in provider that it was opened through; null after a sign-in with the password. */
    identity_id: Generated<string | null>
  }
  profiles: {
    user_id: string
    id: string
    status: string
    company: string | null
    website: string | null
    location: string | null
    /** A JSON list of strings. */
    skills: string
    githubusername: string | null
    bio: string | null
    twitter: string | null
    facebook: string | null
    youtube: string | null
    linkedin: string | null
    instagram: string | null
  } & Rendered &
    Hideable
  experience: Credential & { title: string; company: string; location: string | null }
  education: Credential & { school: string; degree: string; fieldofstudy: string | null }
  posts: {
    id: string
    user_id: string
    text: string
    like_count: number
    comment_count: number
    /** A JSON list of strings; see post_tags. */
    tags: Generated<string>
    question: Generated<number>
    /** How many of its comments are accepted and visible. */
    accepted_count: Generated<number>
  } & Rendered &
    Edited &
    Hideable
  likes: Mark
  comments: {
    id: string
    post_id: string
    user_id: string
    text: string
    /** The top comment of its thread, which may have been deleted since. */
    parent_id: Generated<string | null>
    accepted: Generated<number>
  } & Rendered &
    Edited &
    Hideable
  /**
   * The posts with each tag, with what feeds ask for: `hidden` and `question` as in the post, and whether it is an
   * open question: visible, and without an accepted answer. See tags/post-tags.ts.
   */
  post_tags: {
    post_id: string
    tag: string
    user_id: string
    question: number
    is_open: number
    hidden: number
  }
  /** How many visible posts have each tag; those with none are deleted. */
  tags: { tag: string; count: number }
  /** What a post or a comment was before an edit. The current version is in its own row. */
  post_versions: OldVersion & { post_id: string }
  comment_versions: OldVersion & { post_id: string; comment_id: string }
  /** Uploaded pictures as WebP, by the SHA-256 of their bytes. `used_at` is when one was uploaded or a text with it written. */
  pictures: {
    hash: string
    size: number
    width: number
    height: number
    used_at: number
    bytes: Uint8Array
  }
  picture_uploads: { hash: string; user_id: string }
  /** What committed transactions changed, for caches in this and other processes. See changes.ts. */
  changes: { topic: string; at: number }
  /** Counters that slow down guessing, shared by all processes. */
  attempts: { key: string; count: number; resets_at: number }
  /** Work that outlives a request. A job that runs is leased: it is due again once the lease ends. */
  jobs: {
    id: string
    kind: string
    /** JSON. */
    payload: string
    /** When it is due; while it runs, when its lease ends. */
    run_at: number
    attempts: number
    /** Names the run that holds the lease. */
    lease: string | null
    /** The error of the last attempt. */
    error: string | null
    /** When it was given up. */
    failed_at: number | null
  }
  /** One-time codes of links, by their hash. */
  codes: {
    hash: string
    kind: string
    user_id: string | null
    email: string | null
    /** JSON. */
    data: string | null
    expires_at: number
  }
  /** Accounts by the identity at a sign-in provider. */
  identities: {
    id: string
    issuer: string
    subject: string
    user_id: string
    /** As the provider gave it; null, like the next, if an earlier version connected the identity. */
    email: string | null
    connected_at: number | null
  }
  invitations: {
    id: string
    code: string
    created_by: string
    uses: number
    used: number
    expires_at: number
  }
  /** What an admin has set for the community. */
  site: { key: string; value: string }
  /** Likes of members who are suspended; see moderation/visibility.ts. */
  suspended_likes: Mark
  /** Posts and comments that moderators have removed; `target_id` is the id of the comment or of the post. */
  removals: {
    post_id: string
    target_id: string
    id: string
    /** The author. */
    user_id: string
    by_name: string
    reason: string
  }
  reports: {
    id: string
    /** Sorts open reports before the others; see moderation/reports.ts. */
    position: string
    reporter_id: string
    /** What is reported: the comment, the post or the person. */
    target_id: string
    post_id: string | null
    comment_id: string | null
    /** The person who is reported, or the author. */
    user_id: string
    reason: string
    resolved_at: number | null
    /** The name of the moderator. */
    resolved_by: string | null
    note: string | null
  }
  /** One for all events of a kind on the same subject while it is unread. */
  notifications: {
    user_id: string
    id: string
    /** The id of its newest event, by which the list is sorted. */
    position: string
    kind: NotificationKind
    /** What the events are about: a post, a comment, or for a follower the member. */
    subject_id: string
    post_id: string | null
    /** The comment that a moderator removed; other comments are in the events. */
    comment_id: Generated<string | null>
    /** Why a moderator removed it. */
    reason: Generated<string | null>
    /** How many of its events are visible. */
    count: number
    read: Generated<number>
    /** 1 if its post is hidden. */
    hidden: Generated<number>
  }
  /** Everything that a notification is about, such as one of a thousand likes. */
  notification_events: {
    user_id: string
    notification_id: string
    id: string
    kind: NotificationKind
    subject_id: string
    actor_id: string
    comment_id: string | null
  } & Hideable
  /** What a member wants by mail. */
  mail_preferences: {
    user_id: string
    /** JSON, only what differs from the defaults. */
    choices: Generated<string>
    time_zone: Generated<string>
    /** Names the member in links of mails. */
    token: Generated<string | null>
    /** When the next daily mail is due; 0 if none was planned yet. */
    digest_at: Generated<number>
    /** Notifications up to this position were in a daily mail, or older than it. */
    digested_id: Generated<string | null>
  }
  mutes: Silence
  blocks: Silence
  /** `user_id` follows `other_id`; sorted by `id`. */
  follows_people: { user_id: string; other_id: string; id: string }
  follows_tags: { user_id: string; tag: string; id: string }
  bookmarks: Mark
  /** Posts and comments in the full-text index, by numbers that grow with their age; see search/full-text.ts. */
  search_documents: { number: number; post_id: string; comment_id: string | null }
  /** Profiles in the full-text index, and the skills that were counted for them. */
  search_people: { number: number; user_id: string; skills: string }
  /** What has yet to be indexed. */
  search_queue: { post_id: string; id: string }
  search_people_queue: { user_id: string }
  /** How many people have a skill; the key is its folded form. */
  skills: { skill_key: string; skill: string; count: number }
  /** How far everything has been indexed. */
  search_state: { name: string; value: string }
  /** What moderators and admins did. Rows are only ever added. */
  audit_log: {
    id: string
    action: (typeof LOGGED_ACTIONS)[number]
    by_id: string | null
    by_name: string | null
    to_id: string | null
    to_name: string | null
    post_id: string | null
    comment_id: string | null
    reason: string | null
    details: string | null
  }
  migrations: { name: string; at: number }
}

/** What a member did to a post; sorted by `id`. */
type Mark = { post_id: string; user_id: string; id: string }

type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** 0 if it is visible; see hidden.ts. */
type Hideable = { hidden: Generated<number> }

/** `other_id` is muted, or blocked, by `user_id`; sorted by `id`. */
type Silence = { user_id: string; other_id: string; id: string }

type Credential = {
  id: string
  user_id: string
  from_date: string | null
  to_date: string | null
  current: number
  description: string | null
}

/**
 * The HTML of a Markdown text, the version of the code that made it (0 if there is none yet), and a JSON list of the
 * people it mentions; see markdown/mentions.ts.
 */
type Rendered = { html: Generated<string>; render_version: Generated<number>; mentions: Generated<string> }

type Edited = { version: Generated<number>; edited_at: Generated<number | null> }

type OldVersion = {
  version: number
  user_id: string
  /** Made by the edit that replaced it. */
  id: string
  written_at: number
  text: string
  html: string
  render_version: number
  mentions: Generated<string>
  /** How the next version differs from it; null if that took too long to find out. See differences.ts. */
  difference: string | null
}

/** Tables whose rows Citus stores together: on every node, on the coordinator, or with a post, a person or a picture. */
export type Group = 'reference' | 'local' | 'posts' | 'profiles' | 'pictures'

/**
 * How Citus distributes a table (docs/scale.md). The distribution column decides on which node a row is stored. Keys
 * contain it, and foreign keys and joins stay within a group or lead to reference tables, which
 * tests/api/distribution.test.ts checks. db:copy leaves out rows that are `transient`: they mean nothing in another
 * database, or are made again.
 */
export type Distribution<Column = string> =
  | { group: 'reference' }
  | { group: 'local'; transient?: true }
  | { group: 'posts' | 'profiles' | 'pictures'; column: Column; transient?: true }

export const DISTRIBUTION: {
  readonly [Name in keyof Tables]: Distribution<keyof Tables[Name] & string>
} = {
  users: { group: 'reference' },
  handles: { group: 'reference' },
  sessions: { group: 'local' },
  profiles: { group: 'profiles', column: 'user_id' },
  experience: { group: 'profiles', column: 'user_id' },
  education: { group: 'profiles', column: 'user_id' },
  posts: { group: 'posts', column: 'id' },
  likes: { group: 'posts', column: 'post_id' },
  comments: { group: 'posts', column: 'post_id' },
  post_versions: { group: 'posts', column: 'post_id' },
  post_tags: { group: 'posts', column: 'post_id' },
  tags: { group: 'local' },
  comment_versions: { group: 'posts', column: 'post_id' },
  pictures: { group: 'pictures', column: 'hash' },
  picture_uploads: { group: 'pictures', column: 'hash' },
  changes: { group: 'local', transient: true },
  attempts: { group: 'local', transient: true },
  jobs: { group: 'local' },
  site: { group: 'local' },
  suspended_likes: { group: 'posts', column: 'post_id' },
  removals: { group: 'posts', column: 'post_id' },
  reports: { group: 'local' },
  notifications: { group: 'profiles', column: 'user_id' },
  notification_events: { group: 'profiles', column: 'user_id' },
  mail_preferences: { group: 'local' },
  mutes: { group: 'local' },
  blocks: { group: 'local' },
  follows_people: { group: 'profiles', column: 'user_id' },
  follows_tags: { group: 'profiles', column: 'user_id' },
  bookmarks: { group: 'posts', column: 'post_id' },
  search_documents: { group: 'posts', column: 'post_id', transient: true },
  search_people: { group: 'profiles', column: 'user_id', transient: true },
  search_queue: { group: 'posts', column: 'post_id', transient: true },
  search_people_queue: { group: 'profiles', column: 'user_id', transient: true },
  skills: { group: 'local', transient: true },
  search_state: { group: 'local', transient: true },
  audit_log: { group: 'local' },
  codes: { group: 'local' },
  invitations: { group: 'local' },
  identities: { group: 'local' },
  migrations: { group: 'local', transient: true },
}

/** Whether a table is a part of a full-text index: of FTS5, or a partition. */
export function isFullTextPart(table: string): boolean {
  return /^search_(?:documents|people)_(?:words|vocabulary|\d+$)/.test(table)
}
