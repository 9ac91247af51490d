import { type Static, Type } from 'typebox'
import { Moment, Token } from './accounts.ts'
import type { Call } from './call.ts'
import { choice, flag, optionalText, requiredLine } from './fields/fields.ts'
import { type FormValue, form, partial } from './fields/form.ts'
import {
  CONFIRM_MODES,
  INDEXING_MODES,
  INVITING_MODES,
  MAX_LENGTH,
  PROFILE_MODES,
  READING_MODES,
  REGISTRATION_MODES,
} from './limits.ts'
import { SITE_PAGES, type SitePageName } from './pages/heads.ts'
import { FirstAdmin } from './sign-in.ts'

const Registration = Type.Unsafe<(typeof REGISTRATION_MODES)[number]>({
  type: 'string',
  enum: [...REGISTRATION_MODES],
  description: 'Who may register',
})
const Reading = Type.Unsafe<(typeof READING_MODES)[number]>({
  type: 'string',
  enum: [...READING_MODES],
  description: 'Who may read posts and comments',
})
const Profiles = Type.Unsafe<(typeof PROFILE_MODES)[number]>({
  type: 'string',
  enum: [...PROFILE_MODES],
  description: 'Who may see profiles, and everything else about people',
})
const Confirm = Type.Unsafe<(typeof CONFIRM_MODES)[number]>({
  type: 'string',
  enum: [...CONFIRM_MODES],
  description: 'Whether those who register from then on confirm their email before they write; needs mail',
})
const Indexing = Type.Unsafe<(typeof INDEXING_MODES)[number]>({
  type: 'string',
  enum: [...INDEXING_MODES],
  description: 'Which crawlers are welcome: all, those of search engines, or none',
})

const PageName = Type.Unsafe<SitePageName>({ type: 'string', enum: [...SITE_PAGES] })

export const SignInProvider = Type.Object({ id: Type.String(), name: Type.String() })

const site = {
  name: Type.String(),
  description: Type.String(),
  registration: Registration,
  reading: Reading,
  profiles: Profiles,
  approval: Type.Boolean({ description: 'Whether a moderator has to approve whoever registers' }),
  confirm: Confirm,
  indexing: Indexing,
  pages: Type.Array(PageName, { description: 'The pages that this community has' }),
  mail: Type.Boolean({ description: 'Whether mail is set up, so that passwords can be reset by mail' }),
  signIn: Type.Array(SignInProvider, {
    description: 'The providers that can be used to sign in',
  }),
  passwordSignIn: Type.Boolean({
    description: 'Whether people can also register and sign in with a password',
  }),
}
export const Site = Type.Object(site)
export type Site = Static<typeof Site>

export const ServedSite = Type.Object({
  ...site,
  inviting: Type.Unsafe<(typeof INVITING_MODES)[number]>({ type: 'string', enum: [...INVITING_MODES] }),
})
export type ServedSite = Static<typeof ServedSite>

export const SiteChanges = partial(
  form({
    name: requiredLine('Name', MAX_LENGTH.name),
    description: requiredLine('Description', MAX_LENGTH.siteDescription),
    registration: choice('Registration', REGISTRATION_MODES),
    reading: choice('Reading', READING_MODES),
    inviting: choice('Inviting', INVITING_MODES),
    profiles: choice('Profiles', PROFILE_MODES),
    approval: flag('Approval'),
    confirm: choice('Confirm', CONFIRM_MODES),
    indexing: choice('Indexing', INDEXING_MODES),
  }),
)
export type SiteChanges = Partial<FormValue<typeof SiteChanges>>

export const SitePage = Type.Object({
  page: PageName,
  text: Type.String({ description: 'Markdown' }),
  html: Type.String(),
  date: Moment,
})
export type SitePage = Static<typeof SitePage>

export const SitePageText = form({
  text: optionalText('Text', MAX_LENGTH.sitePage, (text) => ({ value: text })),
})
export type SitePageText = FormValue<typeof SitePageText>

const pageParams = { page: PageName }

export const siteCalls = {
  'GET /api/site': {
    id: 'getSite',
    summary: 'The community',
    description: 'The name of this community, who may register and read, and the ways to sign in.',
    access: 'anyone',
    response: Site,
  },
  'PUT /api/admin/site': {
    id: 'changeSite',
    summary: 'Change the community',
    description: 'Changes the given fields and returns the community.',
    access: 'admin',
    body: SiteChanges,
    response: Site,
    failures: [403],
  },
  'GET /api/site/pages/:page': {
    id: 'getSitePage',
    summary: 'A page of the community',
    description: 'Its rules, its privacy policy or its imprint, if it has one.',
    access: 'anyone',
    params: pageParams,
    response: SitePage,
    failures: [404],
  },
  'PUT /api/admin/site/pages/:page': {
    id: 'changeSitePage',
    summary: 'Write a page of the community',
    description: 'Takes Markdown; an empty text removes the page.',
    access: 'admin',
    params: pageParams,
    body: SitePageText,
    // JSON may escape each character.
    maxBytes: 12 * MAX_LENGTH.sitePage + 1_024,
    response: SitePage,
    failures: [403, 404],
  },
  'POST /api/setup': {
    id: 'setUp',
    summary: 'Set the community up',
    description:
      'Takes the code that the first start prints, names the community and makes its first admin. The code ends ' +
      'when there is an admin.',
    access: 'anyone',
    body: FirstAdmin,
    response: Token,
  },
} as const satisfies Record<string, Call>
