import type { TSchema } from 'typebox'
import {
  AccountChanges,
  Login,
  Member,
  NamedPerson,
  NewSuspension,
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
import { Done } from '../call.ts'
import { Failure, FieldError } from '../errors.ts'
import { EventData } from '../events.ts'
import { Follows } from '../feeds.ts'
import {
  AuthorCount,
  LocationCount,
  PeopleCounts,
  PostCounts,
  SkillCount,
  StatusCount,
} from '../fields/search-filters.ts'
import { Change, EditedText, Preview, Version } from '../markdown.ts'
import {
  CommunityCounts,
  DayCount,
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
import { MailChanges, MailPreferences } from '../notification-mail.ts'
import { Notification, ReadMark, Unread } from '../notifications.ts'
import { AvatarChange, Picture } from '../pictures.ts'
import { Comment, Like, Marks, NewComment, NewPost, NewText, Post } from '../posts.ts'
import {
  Contact,
  Education,
  Experience,
  NewEducation,
  NewExperience,
  NewProfile,
  Profile,
  ProfileChanges,
  ProfileUser,
  Repo,
  SocialLinks,
} from '../profiles.ts'
import { NewProject, Project, ProjectOrder } from '../projects.ts'
import {
  AddedFromResume,
  ImportedResume,
  NewResume,
  Resume,
  ResumeAccount,
  ResumeBasics,
  ResumeJob,
  ResumePlace,
  ResumeProject,
  ResumeSkill,
  ResumeStudy,
} from '../resume.ts'
import { AnswerCount, Answerer, Hit, SearchResult, SuggestedAnswerer } from '../search.ts'
import {
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
import { SignInProvider, Site, SiteChanges, SitePage, SitePageText } from '../site.ts'
import { Tag, TagCount } from '../tags.ts'

const named = {
  User,
  Session,
  ConnectedIdentity,
  ProviderAddress,
  Token,
  Pending,
  Done,
  Profile,
  ProfileUser,
  SocialLinks,
  Contact,
  Experience,
  Education,
  Project,
  Resume,
  ResumeBasics,
  ResumePlace,
  ResumeAccount,
  ResumeJob,
  ResumeStudy,
  ResumeSkill,
  ResumeProject,
  ImportedResume,
  AddedFromResume,
  Repo,
  Person,
  PersonSummary,
  Follows,
  Post,
  Comment,
  Like,
  Marks,
  Tag,
  TagCount,
  EventData,
  Hit,
  SearchResult,
  SkillCount,
  AuthorCount,
  StatusCount,
  LocationCount,
  PeopleCounts,
  PostCounts,
  AnswerCount,
  Answerer,
  SuggestedAnswerer,
  Picture,
  Site,
  SitePage,
  Invitation,
  OneTimeLink,
  SignInProvider,
  Preview,
  Version,
  Change,
  Notification,
  Unread,
  MailPreferences,
  Member,
  WaitingRegistration,
  Suspension,
  Report,
  Removal,
  OwnRemoval,
  // The schema name in generated clients.
  LogEntry: LogRecord,
  NamedPerson,
  CommunityCounts,
  DayCount,
  FailedJob,
  Failure,
  FieldError,
  Status: NewProfile.fields.status.schema,
  Registration: Registration.schema,
  Login: Login.schema,
  PasswordChange: PasswordChange.schema,
  AccountChanges: AccountChanges.schema,
  ProfileChanges: ProfileChanges.schema,
  NewExperience: NewExperience.schema,
  NewEducation: NewEducation.schema,
  NewProject: NewProject.schema,
  NewResume: NewResume.schema,
  ProjectOrder: ProjectOrder.schema,
  NewText: NewText.schema,
  NewPost: NewPost.schema,
  NewComment: NewComment.schema,
  AvatarChange: AvatarChange.schema,
  SiteChanges: SiteChanges.schema,
  SitePageText: SitePageText.schema,
  EditedText: EditedText.schema,
  ReadMark: ReadMark.schema,
  MailChanges: MailChanges.schema,
  RoleChange: RoleChange.schema,
  FirstAdmin: FirstAdmin.schema,
  ProviderChoice: ProviderChoice.schema,
  ProviderSignIn: ProviderSignIn.schema,
  Approval: Approval.schema,
  NewInvitation: NewInvitation.schema,
  ResetRequest: ResetRequest.schema,
  NewPassword: NewPassword.schema,
  EmailChange: EmailChange.schema,
  EmailConfirmation: EmailConfirmation.schema,
  NewSuspension: NewSuspension.schema,
  NewReport: NewReport.schema,
  NewNotice: NewNotice.schema,
  ReportResolution: ReportResolution.schema,
  NewRemoval: NewRemoval.schema,
} satisfies Record<string, TSchema>

export type SchemaName = keyof typeof named

const names = new Map<unknown, SchemaName>(
  Object.entries(named).map(([name, schema]) => [schema, name as SchemaName]),
)

export function nameOf(schema: TSchema): SchemaName | undefined {
  return names.get(schema)
}

export function inDocument(schema: unknown): object {
  const name = names.get(schema)
  return name ? { $ref: `#/components/schemas/${name}` } : (copy(schema) as object)
}

export function namedSchemas(): Record<string, object> {
  return Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, copy(schema) as object]))
}

function copy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(inDocumentOrPlain)
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, inDocumentOrPlain(field)]))
}

function inDocumentOrPlain(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? inDocument(value) : value
}
