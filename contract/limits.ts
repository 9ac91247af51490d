// Without imports, so that the page can bundle this file.

/** The specification's form sends it while no status is chosen. */
export const NOT_CHOSEN = '0' as const

export const STATUSES = [
  'Developer',
  'Junior Developer',
  'Senior Developer',
  'Manager',
  'Student or Learning',
  'Instructor',
  'Intern',
  'Other',
] as const

export const SOCIAL_NETWORKS = ['twitter', 'facebook', 'youtube', 'linkedin', 'instagram'] as const

export const EMAIL_AUDIENCES = ['nobody', 'members', 'public'] as const

export const REGISTRATION_MODES = ['open', 'invite', 'closed'] as const
export const READING_MODES = ['members', 'public'] as const
export const PROFILE_MODES = ['public', 'members'] as const
export const CONFIRM_MODES = ['optional', 'required'] as const
export const INDEXING_MODES = ['all', 'search', 'none'] as const

export const INVITING_MODES = ['moderators', 'members'] as const

export const MAX_INVITATION_USES = 1_000
export const MAX_INVITATION_DAYS = 365

export const MAX_PENDING_REGISTRATIONS = 1_000
export const PENDING_REGISTRATION_DAYS = 30

export const PASSWORD_MIN = 6

export const MIN_HANDLE_LENGTH = 3
export const MAX_HANDLE_LENGTH = 30

/** Lengths are in code points. */
export const MAX_LENGTH = {
  name: 100,
  siteDescription: 300,
  email: 254,
  password: 128,
  line: 200,
  link: 500,
  prose: 5_000,
  post: 10_000,
  sitePage: 50_000,
  skill: 50,
  reason: 1_000,
  note: 500,
  search: 100,
  query: 300,
} as const

export const MAX_SKILLS = 50
export const MAX_CREDENTIALS = 100
export const MAX_PROJECTS = 50
export const MAX_RESUME_BYTES = 256 * 1024

export const PAGE_SIZE = 50
export const MAX_PAGE_SIZE = 100

export const LOGGED_ACTIONS = [
  'role',
  'site',
  'removal',
  'return',
  'suspension',
  'lift',
  'report',
  'reset-link',
  'invitation',
  'registration',
  'mail-limit',
] as const

export const REPORTS_IN_WINDOW = 100
export const REPORTS_WINDOW = 60 * 60_000

export const NOTICES_IN_WINDOW = 5
export const NOTICES_WINDOW = 60 * 60_000
/** Resolved notices are deleted after this time. */
export const NOTICE_DAYS = 90

export const INVITATIONS_IN_WINDOW = 100
export const INVITATIONS_WINDOW = 60 * 60_000

export const PEOPLE_FILTERS = ['q', 'skill', 'status', 'location'] as const

export const NOTIFICATION_KINDS = [
  'comment',
  'reply',
  'mention',
  'like',
  'accepted',
  'follow',
  'moderation',
] as const
export const MAIL_CHOICES = ['at-once', 'daily', 'never'] as const
export const DIGEST_CHOICES = ['daily', 'never'] as const
export const MAX_ACTORS_SHOWN = 3
export const EXCERPT_LENGTH = 160
export const UNREAD_COUNTED = 1_000

export const MAX_MUTED = 1_000

export const MAX_FOLLOWED_PEOPLE = 1_000
export const MAX_FOLLOWED_TAGS = 200
export const MAX_BOOKMARKS = 10_000

export const FEEDS = ['all', 'following', 'questions', 'unanswered', 'for-me'] as const

export const MATCHES_COUNTED = 1_000
export const CHOICES_COUNTED = 12

export const TAGS_LISTED = 20
export const PEOPLE_OF_TAG = 5

export const SUGGESTED_ANSWERERS_LISTED = 5
export const ANSWERERS_LISTED = 5
export const ANSWERED_TAGS_LISTED = 5
export const QUESTIONS_WAITING = 5

export const MAX_MARKED_POSTS = 100

/** A page of a list ends early when it reaches this size. */
export const PAGE_BYTES = 1_000_000

/** A post includes at most this many of the newest; its counts are exact. */
export const LIKES_SHOWN = 1_000
export const LIKES_SHOWN_IN_FEED = 100
export const COMMENTS_SHOWN = 1_000
export const COMMENTS_SHOWN_IN_FEED = 100

export const COMMENT_BYTES_SHOWN = 512 * 1024
export const COMMENT_BYTES_SHOWN_IN_FEED = 16 * 1024

export const MAX_HTML_BYTES = 64 * 1024

export const MAX_TAG_LENGTH = 50

/** Limits the JSON of all experience, of all education and of all projects, HTML included. */
export const CREDENTIAL_BYTES = 640 * 1024

export const POSTS_IN_WINDOW = 200
export const COMMENTS_IN_WINDOW = 1_000
export const RESUMES_IN_WINDOW = 30
export const WRITES_WINDOW = 10 * 60_000

/** Limits of expensive calls: for each member, and for all visitors from one address. */
export const CALLS_PER_MINUTE = {
  search: { member: 120, address: 600 },
  preview: { member: 120, address: 600 },
  completion: { member: 300, address: 1_500 },
} as const
export type Cost = keyof typeof CALLS_PER_MINUTE

export const EXPORTS_IN_WINDOW = 5
export const EXPORTS_WINDOW = 24 * 60 * 60_000

/** Limited because a handle is never reassigned. */
export const HANDLES_IN_WINDOW = 100
export const HANDLES_WINDOW = 24 * 60 * 60_000

export const MAX_UPLOAD_BYTES = 5 * 1024 * 1024
export const MAX_UPLOAD_PIXELS = 50_000_000
export const PICTURE_SIZE = 1_600
export const PICTURE_QUOTA = 100 * 1024 * 1024
export const PICTURES_IN_WINDOW = 60

/** Code host names that are neither in a profile nor cached. */
export const UNKNOWN_NAMES_IN_WINDOW = 60
export const UNKNOWN_NAMES_WINDOW = 10 * 60_000
