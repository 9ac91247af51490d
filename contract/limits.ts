// The product's constants. Free of dependencies, so the page can ship them.

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

export const PASSWORD_MIN = 6

/** The most characters (code points) each kind of text may have. */
export const MOST = {
  name: 100,
  email: 254,
  password: 128,
  line: 200,
  link: 500,
  prose: 5_000,
  post: 10_000,
  skill: 50,
} as const

export const MAX_SKILLS = 50
export const MAX_CREDENTIALS = 100

export const PAGE_SIZE = 50
export const PAGE_SIZE_MOST = 100

/** How many posts can be asked about at once. */
export const MARKS_MOST = 100

/** A page of any list ends early where it would have more bytes than this. */
export const PAGE_BYTES = 1_000_000

/** How many of a post's newest likes and comments travel with it; the counts are exact. */
export const LIKES_SHOWN = 1_000
export const LIKES_SHOWN_IN_FEED = 100
export const COMMENTS_SHOWN = 1_000
export const COMMENTS_SHOWN_IN_FEED = 100

/** The most bytes of text that these comments have together. */
export const COMMENT_BYTES_SHOWN = 512 * 1024
export const COMMENT_BYTES_SHOWN_IN_FEED = 16 * 1024

/** The most bytes of JSON that all entries of one kind, experience or education, have together. */
export const CREDENTIAL_BYTES = 640 * 1024

/** The most that one member writes within `WRITES_WINDOW` milliseconds. */
export const POSTS_IN_WINDOW = 200
export const COMMENTS_IN_WINDOW = 1_000
export const WRITES_WINDOW = 10 * 60_000
