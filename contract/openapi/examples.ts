import type { TSchema } from 'typebox'
import type {
  AccountChanges,
  Login,
  Member,
  PasswordChange,
  Pending,
  Person,
  PersonSummary,
  Registration,
  RoleChange,
  Session,
  Suspension,
  Token,
  User,
} from '../accounts.ts'
import type { Failure } from '../errors.ts'
import type { EventData } from '../events.ts'
import type { Follows } from '../feeds.ts'
import type { PeopleCounts, PostCounts } from '../fields/search-filters.ts'
import type { Change, EditedText, Preview, Version } from '../markdown.ts'
import type {
  CommunityCounts,
  FailedJob,
  LogRecord,
  NewNotice,
  NewRemoval,
  NewReport,
  OwnRemoval,
  Removal,
  Report,
  ReportResolution,
} from '../moderation.ts'
import type { MailChanges, MailPreferences } from '../notification-mail.ts'
import type { Notification, ReadMark, Unread } from '../notifications.ts'
import { type Picture, picturePath } from '../pictures.ts'
import type { Comment, Like, Marks, NewComment, NewPost, NewText, Post } from '../posts.ts'
import type { Contact, NewEducation, NewExperience, Profile, ProfileChanges, Repo } from '../profiles.ts'
import type { NewProject, Project, ProjectOrder } from '../projects.ts'
import type { ImportedResume, Resume } from '../resume.ts'
import type { AnswerCount, Answerer, Hit, SuggestedAnswerer } from '../search.ts'
import type {
  Approval,
  ConnectedIdentity,
  EmailChange,
  EmailConfirmation,
  FirstAdmin,
  Invitation,
  NewInvitation,
  NewPassword,
  OneTimeLink,
  ProviderAddress,
  ProviderChoice,
  ProviderSignIn,
  ResetRequest,
  WaitingRegistration,
} from '../sign-in.ts'
import type { Site, SiteChanges, SitePage, SitePageText } from '../site.ts'
import type { Tag } from '../tags.ts'
import { nameOf, type SchemaName } from './schemas.ts'

const AVATAR = 'https://gravatar.com/avatar/205e460b479e2e5b48aec07710c08d50?s=200&r=pg&d=404'

const ada = {
  _id: '01980a3c-5e10-7c41-9f0a-6b1d2f3c4e01',
  name: 'Ada Byrne',
  handle: 'ada-byrne',
  avatar: AVATAR,
}
const kofi = {
  _id: '01980a41-0b7c-7a92-8d35-1f6e7a8b9c02',
  name: 'Kofi Mensah',
  handle: 'kofi-mensah',
  avatar: AVATAR,
}

const like: Like = { user: kofi._id }

const comment: Comment = {
  _id: '01980b02-44d1-7e60-b1c8-3a5f9d0e7b03',
  text: 'Turn the log level up to `debug`: it prints the query plan.',
  name: kofi.name,
  handle: kofi.handle,
  avatar: kofi.avatar,
  user: kofi._id,
  html: '<p>Turn the log level up to <code>debug</code>: it prints the query plan.</p>',
  date: '2026-07-15T09:31:12.465Z',
  version: 2,
  edited: '2026-07-15T09:33:02.120Z',
  parent: '01980afe-20b2-7f31-9c4d-5e6f7a8b9c05',
  accepted: true,
}

const post: Post = {
  _id: '01980af7-91c3-7d18-a2b4-8c6d0e1f2a04',
  text: 'How do you find out which query is slow? #postgresql',
  html: '<p>How do you find out which query is slow? <a class="tag" href="/posts?tag=postgresql">#postgresql</a></p>',
  name: ada.name,
  handle: ada.handle,
  avatar: ada.avatar,
  user: ada._id,
  date: '2026-07-15T09:19:40.739Z',
  version: 2,
  edited: '2026-07-15T09:21:00.001Z',
  tags: ['postgresql'],
  likes: [like],
  likeCount: 1,
  comments: [comment],
  commentCount: 1,
  question: true,
  solved: true,
}

const tag: Tag = { tag: 'postgresql', count: 42, askers: [ada], answerers: [kofi] }

const hit: Hit = { post, comment, excerpt: 'How do I page through a <mark>post</mark>gresql table?' }

const change: Change = { kind: 'added', text: ' #postgresql' }

const version: Version = {
  version: 2,
  text: post.text,
  html: post.html,
  date: '2026-07-15T09:21:00.001Z',
  changes: [{ kind: 'same', text: 'How do you find out which query is slow?' }, change],
}

// Some tools reject null values in examples.

const newExperience: NewExperience = {
  title: 'Backend Engineer',
  company: 'Contoso',
  location: 'Dublin',
  from: '2023-02-01',
  to: '2026-06-30',
  current: false,
  description: 'Payments, mostly in TypeScript.',
}

const newEducation: NewEducation = {
  school: 'Trinity College Dublin',
  degree: 'BSc',
  fieldofstudy: 'Computer Science',
  from: '2016-09-01',
  to: '2020-05-31',
  current: false,
  description: 'Thesis on schedulers.',
}

const newProject: NewProject = {
  name: 'Slowlog',
  url: 'https://slowlog.example',
  source: 'https://code.example/ada/slowlog',
  description: 'Finds the queries that make a page slow.',
  picture: picturePath('4f1c'.repeat(16)),
  skills: ['TypeScript', 'PostgreSQL'],
  from: '2024-03-01',
  to: '2026-06-30',
}

const project: Project = {
  _id: '01980a41-5a66-7c99-a2aa-6f7081920a08',
  ...newProject,
  html: '<p>Finds the queries that make a page slow.</p>',
}

const projectOrder: ProjectOrder = { ids: [project._id] }

const profile: Profile = {
  _id: '01980a3f-7d22-7b05-9c11-5e4f3d2c1b05',
  user: ada,
  status: 'Senior Developer',
  company: 'Contoso',
  website: 'https://ada.example',
  location: 'Dublin',
  skills: ['TypeScript', 'PostgreSQL'],
  githubusername: 'adabyrne',
  bio: 'I like small programs.',
  html: '<p>I like small programs.</p>',
  social: {
    twitter: 'https://twitter.com/adabyrne',
    facebook: 'https://facebook.com/adabyrne',
    youtube: 'https://youtube.com/@adabyrne',
    linkedin: 'https://linkedin.com/in/adabyrne',
    instagram: 'https://instagram.com/adabyrne',
  },
  experience: [{ _id: '01980a40-1c33-7f66-8e77-0a1b2c3d4e06', ...newExperience }],
  education: [{ _id: '01980a40-9e55-7a88-b199-4d5e6f708107', ...newEducation }],
  projects: [project],
  showEmail: 'public',
  email: 'ada@example.com',
  date: '2026-07-15T06:02:30.114Z',
}

const user: User = {
  ...ada,
  email: 'ada@example.com',
  date: '2026-07-15T05:58:55.824Z',
  hasProfile: true,
  role: 'member',
  muted: [],
  blocked: [],
  unread: 3,
  emailConfirmed: true,
}

const person: Person = { ...ada, date: user.date, hasProfile: true, postCount: 1 }

const session: Session = {
  _id: '01980a3c-5e11-7d52-8a1b-7c2e3f4d5f08',
  device: 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
  created: '2026-07-15T05:58:55.825Z',
  lastUsed: '2026-07-16T17:20:01.000Z',
  current: true,
}

const connectedIdentity: ConnectedIdentity = {
  _id: '01980a3c-5e12-7c03-9b2c-8d3f4a5e6b09',
  provider: 'Contoso',
  email: user.email,
  date: '2026-07-15T05:58:55.826Z',
  current: false,
}

const picture: Picture = { url: picturePath('3f2a'.repeat(16)), width: 1_600, height: 1_200 }

const repo: Repo = {
  id: 123_456_789,
  name: 'tiny-queue',
  html_url: 'https://github.com/adabyrne/tiny-queue',
  description: 'A queue in a single table',
  stargazers_count: 42,
  watchers_count: 42,
  forks_count: 3,
}

const suspension: Suspension = {
  until: '2026-08-01T00:00:00.000Z',
  reason: 'Advertising, after two warnings',
}

const CODE = 'Zm9yZ290dGVuLXBhc3N3b3JkLW9mLWFkYS1ieXJuZQo'

const invitation: Invitation = {
  _id: '01980c11-2b3c-7d4e-8f50-617283940506',
  code: 'b3BlbnNlc2FtZTQy',
  url: 'https://community.example/register?invitation=b3BlbnNlc2FtZTQy',
  uses: 40,
  used: 3,
  expires: '2026-07-30T08:00:00.000Z',
  date: '2026-07-16T08:00:00.000Z',
  user: ada._id,
  name: ada.name,
}

const ownRemoval: OwnRemoval = {
  _id: '01980c11-20a9-7a20-9b31-8c4d5e6f7a12',
  date: '2026-07-15T14:27:03.209Z',
  post: post._id,
  comment: comment._id,
  text: comment.text,
  reason: 'Advertising',
}

const notification: Notification = {
  _id: '01980b02-44d2-7f10-8a4b-6c5d4e3f2a13',
  kind: 'comment',
  actors: [kofi],
  count: 1,
  post: post._id,
  comment: comment._id,
  excerpt: 'Turn the log level up to debug: it prints the query plan.',
  date: comment.date,
  read: false,
}

const mailPreferences: MailPreferences = {
  comment: 'at-once',
  reply: 'at-once',
  mention: 'at-once',
  like: 'daily',
  accepted: 'at-once',
  follow: 'daily',
  moderation: 'at-once',
  digest: 'daily',
  timeZone: 'Europe/Dublin',
}

const resume: Resume = {
  basics: {
    name: ada.name,
    label: profile.status,
    summary: 'I like small programs.',
    location: { city: 'Dublin' },
    profiles: [{ network: 'GitHub', username: 'adabyrne', url: 'https://github.com/adabyrne' }],
  },
  work: [{ name: 'Contoso', position: 'Backend Engineer', startDate: '2023-02-01', endDate: '2026-06-30' }],
  education: [{ institution: 'Trinity College Dublin', studyType: 'BSc', area: 'Computer Science' }],
  skills: [{ name: 'TypeScript' }],
  projects: [{ name: 'Slowlog', url: 'https://slowlog.example', keywords: ['TypeScript'] }],
}

const importedResume: ImportedResume = {
  profile,
  added: { work: 1, education: 1, skills: 1, projects: 1 },
  ignored: ['basics.phone', 'volunteer'],
}

const examples = {
  Registration: {
    name: ada.name,
    email: user.email,
    password: 'correct horse battery',
    invitation: 'b3BlbnNlc2FtZTQy',
    note: 'I read your newsletter',
  } satisfies Registration,
  Login: { email: user.email, password: 'correct horse battery' } satisfies Login,
  PasswordChange: {
    password: 'correct horse battery',
    newPassword: 'staple of batteries',
  } satisfies PasswordChange,
  AccountChanges: { name: ada.name, handle: ada.handle } satisfies AccountChanges,
  Token: { token: 'kY3v9Qx0mB7tJ2sL5nR8wD1zF4hC6gE_aUoIiPpOqXc' } satisfies Token,
  Pending: { pending: true, msg: 'Your registration is waiting for approval' } satisfies Pending,
  User: user,
  Session: session,
  ConnectedIdentity: connectedIdentity,
  Done: { msg: 'Done' },
  ProfileChanges: {
    status: 'Senior Developer',
    skills: ['TypeScript', 'PostgreSQL'],
    company: 'Contoso',
    website: 'ada.example',
    githubusername: 'adabyrne',
    bio: 'I like small programs.',
  } satisfies ProfileChanges,
  NewExperience: newExperience,
  NewEducation: newEducation,
  NewProject: newProject,
  ProjectOrder: projectOrder,
  Profile: profile,
  Contact: { email: user.email } satisfies Contact,
  Resume: resume,
  NewResume: resume,
  ImportedResume: importedResume,
  Repo: repo,
  Person: person,
  PersonSummary: kofi satisfies PersonSummary,
  Follows: { people: [kofi], tags: ['postgresql'] } satisfies Follows,
  NewText: { text: post.text } satisfies NewText,
  NewPost: { text: post.text, question: true } satisfies NewPost,
  NewComment: { text: comment.text, parent: comment.parent } satisfies NewComment,
  Tag: tag,
  TagCount: { tag: tag.tag, count: tag.count },
  Hit: hit,
  SearchResult: [hit],
  SkillCount: { skill: 'Rust', count: 12 },
  AuthorCount: { _id: kofi._id, name: kofi.name, count: 6 },
  StatusCount: { status: 'Senior Developer', count: 7 },
  LocationCount: { location: 'Dublin', count: 9 },
  PeopleCounts: {
    count: 12,
    exact: true,
    skills: [{ skill: 'Rust', count: 12 }],
    statuses: [{ status: 'Senior Developer', count: 7 }],
    locations: [{ location: 'Dublin', count: 9 }],
  } satisfies PeopleCounts,
  PostCounts: {
    count: 8,
    exact: true,
    tags: [{ tag: 'postgresql', count: 3 }],
    authors: [{ _id: kofi._id, name: kofi.name, count: 6 }],
    questions: 5,
    others: 3,
    solved: 4,
    unsolved: 1,
  } satisfies PostCounts,
  AnswerCount: { tag: 'postgresql', count: 5 } satisfies AnswerCount,
  Answerer: { profile, answers: { tag: 'postgresql', count: 5 } } satisfies Answerer,
  SuggestedAnswerer: { ...kofi, skills: ['PostgreSQL'], answers: 7 } satisfies SuggestedAnswerer,
  Post: post,
  Comment: comment,
  Like: like,
  Marks: { liked: [post._id], bookmarked: [] } satisfies Marks,
  EventData: { post: post._id, comment: comment._id } satisfies EventData,
  Site: {
    name: 'Dublin Developers',
    description: 'Where the Dublin meetup asks and answers',
    registration: 'invite',
    reading: 'members',
    profiles: 'public',
    approval: false,
    confirm: 'optional',
    indexing: 'all',
    pages: ['rules'],
    mail: true,
    signIn: [{ id: 'oidc', name: 'Contoso' }],
    passwordSignIn: true,
  } satisfies Site,
  SitePage: {
    page: 'rules',
    text: 'Be **kind**.',
    html: '<p>Be <strong>kind</strong>.</p>',
    date: '2026-03-01T09:00:00.000Z',
  } satisfies SitePage,
  SitePageText: { text: 'Be **kind**.' } satisfies SitePageText,
  SiteChanges: { name: 'Dublin Developers', registration: 'invite' } satisfies SiteChanges,
  EditedText: { text: comment.text, version: 1 } satisfies EditedText,
  Preview: { html: comment.html } satisfies Preview,
  Version: version,
  Member: {
    _id: kofi._id,
    name: kofi.name,
    handle: kofi.handle,
    email: 'kofi@example.com',
    role: 'member',
    date: '2026-07-15T06:04:12.156Z',
    suspended: true,
    suspension,
    invitedBy: { _id: ada._id, name: ada.name },
  } satisfies Member,
  Suspension: suspension,
  NewSuspension: suspension,
  NewReport: { comment: comment._id, reason: 'Advertising' } satisfies Partial<NewReport>,
  Report: {
    _id: '01980c10-11aa-7c55-8d66-7e8f9a0b1c11',
    date: '2026-07-15T14:25:50.762Z',
    post: post._id,
    comment: comment._id,
    user: { _id: kofi._id, name: kofi.name },
    url: null,
    text: comment.text,
    removed: true,
    reporter: { _id: ada._id, name: ada.name },
    reason: 'Advertising',
    resolved: true,
    resolvedAt: '2026-07-15T14:27:03.210Z',
    resolvedBy: ada.name,
    note: 'Removed',
  } satisfies Report,
  ReportResolution: { resolved: true, note: 'Removed' } satisfies ReportResolution,
  NewNotice: {
    url: 'https://dublin.example/posts/0197c2f4-6f3e-7a10-8c61-2f1f2a9b7d01',
    reason: 'It shows my photograph without my consent.',
    email: 'grace@example.com',
  } satisfies NewNotice,
  NewRemoval: { comment: comment._id, reason: 'Advertising' } satisfies Partial<NewRemoval>,
  Removal: {
    ...ownRemoval,
    author: { _id: kofi._id, name: kofi.name },
    by: ada.name,
  } satisfies Removal,
  OwnRemoval: ownRemoval,
  Notification: notification,
  ReadMark: { post: post._id } satisfies ReadMark,
  Unread: { unread: 3 } satisfies Unread,
  MailPreferences: mailPreferences,
  MailChanges: { like: 'daily', timeZone: 'Europe/Dublin' } satisfies MailChanges,
  RoleChange: { role: 'moderator' } satisfies RoleChange,
  LogEntry: {
    _id: '01980c11-20aa-7b31-8c42-9d5e6f7a8b09',
    date: '2026-07-15T14:27:03.210Z',
    action: 'removal',
    by: { _id: ada._id, name: ada.name },
    to: { _id: kofi._id, name: kofi.name },
    post: post._id,
    comment: comment._id,
    reason: 'Advertising',
    details: 'Nothing else',
  } satisfies LogRecord,
  CommunityCounts: {
    members: 120,
    active: 48,
    posts: 731,
    comments: 2_210,
    registrationsByDay: [{ date: '2026-07-15', count: 3 }],
    postsByDay: [{ date: '2026-07-15', count: 12 }],
    medianAnswerSeconds: 2_520,
    date: '2026-07-15T14:27:03.210Z',
  } satisfies CommunityCounts,
  FailedJob: {
    _id: '01980c12-3bb0-7c42-9d53-0e6f7a8b9c10',
    kind: 'mail',
    error: 'The mail server refused the address',
    attempts: 10,
    date: '2026-07-15T14:27:03.210Z',
  } satisfies FailedJob,
  ProviderChoice: { provider: 'github' } satisfies ProviderChoice,
  ProviderAddress: {
    url: 'https://github.com/login/oauth/authorize?client_id=Iv1.8a61f9b3a7aba766',
  } satisfies ProviderAddress,
  ProviderSignIn: {
    code: CODE,
    password: 'correct horse battery',
    invitation: null,
    setup: null,
  } satisfies ProviderSignIn,
  FirstAdmin: {
    code: CODE,
    community: 'Dublin Developers',
    name: ada.name,
    email: user.email,
    password: 'correct horse battery',
  } satisfies FirstAdmin,
  Approval: { approved: true } satisfies Approval,
  WaitingRegistration: {
    _id: ada._id,
    name: ada.name,
    email: user.email,
    note: 'I read your newsletter',
    date: '2026-03-01T09:00:00.000Z',
  } satisfies WaitingRegistration,
  NewInvitation: { uses: 40, days: 14 } satisfies NewInvitation,
  Invitation: invitation,
  ResetRequest: { email: user.email } satisfies ResetRequest,
  NewPassword: { code: CODE, password: 'staple of batteries' } satisfies NewPassword,
  EmailChange: { email: 'ada@contoso.example', password: 'correct horse battery' } satisfies EmailChange,
  EmailConfirmation: { code: CODE } satisfies EmailConfirmation,
  OneTimeLink: { url: `https://community.example/reset-password#${CODE}` } satisfies OneTimeLink,
  Picture: picture,
  AvatarChange: { url: picture.url },
  Failure: { errors: [{ msg: 'Text is required', field: 'text' }] } satisfies Failure,
} satisfies Partial<Record<SchemaName, unknown>>

export function exampleOf(schema: TSchema): { name: string; value: unknown } | undefined {
  const { items } = schema as { items?: TSchema }
  const name = nameOf(items ?? schema)
  if (!name || !(name in examples)) return undefined
  const value = examples[name as keyof typeof examples]
  return items ? { name: `${name}List`, value: [value] } : { name, value }
}
