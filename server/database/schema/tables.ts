import type { Generated } from 'kysely'
import type { Role } from '../../../contract/access.ts'
import type { EMAIL_AUDIENCES, LOGGED_ACTIONS, NOTIFICATION_KINDS } from '../../../contract/limits.ts'
import type { SitePageName } from '../../../contract/pages/heads.ts'

// Times are milliseconds since 1970, flags 0 or 1, dates 'YYYY-MM-DD', lists JSON. Ids contain their creation time.

export type Tables = {
  users: {
    id: string
    name: string
    email: string
    email_key: string
    avatar_hash: string
    password_hash: string
    /** Null until an account of an earlier version is given one (accounts/handles.ts). */
    handle: string | null
    role: Generated<Role>
    /** While a sign-in provider claims a higher one. */
    role_by_hand: Generated<Role | null>
    /** The address of the account that a sign-in has proved. */
    code_host_account: Generated<string | null>
    suspended_until: Generated<number | null>
    suspension_reason: Generated<string | null>
    email_confirmed: Generated<number>
    invited_by: Generated<string | null>
    agreed_at: Generated<number | null>
  }
  /** Accounts that wait for approval; issuer and subject of those from a sign-in provider. */
  registrations: {
    id: string
    name: string
    email: string
    email_key: string
    password_hash: string
    note: string | null
    issuer: string | null
    subject: string | null
    agreed_at: number | null
  }
  handles: { handle: string; user_id: string | null }
  sessions: {
    id: string
    user_id: string
    token_hash: string
    device: string
    created_at: number
    last_used_at: number
    expires_at: number
    identity_id: Generated<string | null>
  }
  profiles: {
    user_id: string
    id: string
    status: string
    company: string | null
    website: string | null
    location: string | null
    skills: string
    githubusername: string | null
    bio: string | null
    twitter: string | null
    facebook: string | null
    youtube: string | null
    linkedin: string | null
    instagram: string | null
    show_email: Generated<ShowEmail>
  } & Rendered &
    Hideable
  experience: Credential & { title: string; company: string; location: string | null }
  education: Credential & { school: string; degree: string; fieldofstudy: string | null }
  projects: {
    user_id: string
    id: string
    position: number
    name: string
    url: string | null
    source: string | null
    description: string | null
    picture: string | null
    skills: string
    from_date: string | null
    to_date: string | null
  } & Rendered
  posts: {
    id: string
    user_id: string
    text: string
    like_count: number
    comment_count: number
    tags: Generated<string>
    question: Generated<number>
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
  /** `hidden` and `question` as in the post; `is_open` if it is visible and has no accepted answer. */
  post_tags: {
    post_id: string
    tag: string
    user_id: string
    question: number
    is_open: number
    hidden: number
  }
  tags: { tag: string; count: number }
  post_versions: OldVersion & { post_id: string }
  comment_versions: OldVersion & { post_id: string; comment_id: string }
  pictures: {
    hash: string
    size: number
    width: number
    height: number
    used_at: number
    bytes: Uint8Array
  }
  picture_uploads: { hash: string; user_id: string }
  changes: { topic: string; at: number }
  attempts: { key: string; count: number; resets_at: number }
  jobs: {
    id: string
    kind: string
    payload: string
    run_at: number
    attempts: number
    lease: string | null
    error: string | null
    failed_at: number | null
  }
  codes: {
    hash: string
    kind: string
    user_id: string | null
    email: string | null
    data: string | null
    expires_at: number
  }
  identities: {
    id: string
    issuer: string
    subject: string
    user_id: string
    /** Null, like the next column, if an earlier version connected the identity. */
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
  site: { key: string; value: string }
  site_pages: { page: SitePageName; text: string; written_at: number }
  suspended_likes: Mark
  removals: {
    post_id: string
    target_id: string
    id: string
    user_id: string
    by_name: string
    reason: string
  }
  reports: {
    id: string
    /** Open reports come first (moderation/reports.ts). */
    position: string
    /** Null, like the target and the user, in the notice of a visitor. */
    reporter_id: string | null
    target_id: string | null
    post_id: string | null
    comment_id: string | null
    user_id: string | null
    path: Generated<string | null>
    email: Generated<string | null>
    reason: string
    resolved_at: number | null
    resolved_by: string | null
    note: string | null
  }
  notifications: {
    user_id: string
    id: string
    position: string
    kind: NotificationKind
    subject_id: string
    post_id: string | null
    /** Only of a removed comment; the others are in the events. */
    comment_id: Generated<string | null>
    reason: Generated<string | null>
    count: number
    read: Generated<number>
    hidden: Generated<number>
  }
  notification_events: {
    user_id: string
    notification_id: string
    id: string
    kind: NotificationKind
    subject_id: string
    actor_id: string
    comment_id: string | null
  } & Hideable
  mail_preferences: {
    user_id: string
    choices: Generated<string>
    time_zone: Generated<string>
    token: Generated<string | null>
    digest_at: Generated<number>
    digested_id: Generated<string | null>
  }
  mutes: MuteOrBlock
  blocks: MuteOrBlock
  follows_people: { user_id: string; other_id: string; id: string }
  follows_tags: { user_id: string; tag: string; id: string }
  bookmarks: Mark
  search_documents: { number: number; post_id: string; comment_id: string | null }
  search_people: { number: number; user_id: string; skills: string }
  search_queue: { post_id: string; id: string }
  search_people_queue: { user_id: string }
  skills: { skill_key: string; skill: string; count: number }
  search_state: { name: string; value: string }
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

type Mark = { post_id: string; user_id: string; id: string }

type ShowEmail = (typeof EMAIL_AUDIENCES)[number]

type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

type Hideable = { hidden: Generated<number> }

type MuteOrBlock = { user_id: string; other_id: string; id: string }

type Credential = {
  id: string
  user_id: string
  from_date: string | null
  to_date: string | null
  current: number
  description: string | null
}

/** `render_version` is 0 for text that a migration has escaped; `mentions` is a JSON list. */
type Rendered = { html: Generated<string>; render_version: Generated<number>; mentions: Generated<string> }

type Edited = { version: Generated<number>; edited_at: Generated<number | null> }

type OldVersion = {
  version: number
  user_id: string
  id: string
  written_at: number
  text: string
  html: string
  render_version: number
  mentions: Generated<string>
  /** Null if comparing took too long (posts/editing/history.ts). */
  difference: string | null
}

export type Group = 'reference' | 'local' | 'posts' | 'profiles' | 'pictures'

/** Keys contain the column (docs/scale.md). db:copy leaves out `transient` tables. */
export type Distribution<Column = string> =
  | { group: 'reference' }
  | { group: 'local'; transient?: true }
  | { group: 'posts' | 'profiles' | 'pictures'; column: Column; transient?: true }

export const DISTRIBUTION: {
  readonly [Name in keyof Tables]: Distribution<keyof Tables[Name] & string>
} = {
  users: { group: 'reference' },
  registrations: { group: 'local' },
  handles: { group: 'reference' },
  sessions: { group: 'local' },
  profiles: { group: 'profiles', column: 'user_id' },
  experience: { group: 'profiles', column: 'user_id' },
  education: { group: 'profiles', column: 'user_id' },
  projects: { group: 'profiles', column: 'user_id' },
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
  site_pages: { group: 'local' },
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

export function isFullTextPart(table: string): boolean {
  return /^search_(?:documents|people)_(?:words|vocabulary|\d+$)/.test(table)
}
