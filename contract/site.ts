import { type Static, Type } from 'typebox'
import { choice, requiredLine } from './fields.ts'
import { type FormValue, form, partial } from './form.ts'
import { INVITING_MODES, MAX_LENGTH, READING_MODES, REGISTRATION_MODES } from './limits.ts'

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

export const SignInProvider = Type.Object({ id: Type.String(), name: Type.String() })

export const Site = Type.Object({
  name: Type.String(),
  description: Type.String(),
  registration: Registration,
  reading: Reading,
  mail: Type.Boolean({ description: 'Whether mail is set up, so that passwords can be reset by mail' }),
  signIn: Type.Array(SignInProvider, {
    description: 'The providers that can be used to sign in',
  }),
})
export type Site = Static<typeof Site>

/** The community as every page is sent with it. */
export type ServedSite = Site & { inviting: (typeof INVITING_MODES)[number] }

/** Absent fields are left unchanged. */
export const SiteChanges = partial(
  form({
    name: requiredLine('Name', MAX_LENGTH.name),
    description: requiredLine('Description', MAX_LENGTH.siteDescription),
    registration: choice('Registration', REGISTRATION_MODES),
    reading: choice('Reading', READING_MODES),
    inviting: choice('Inviting', INVITING_MODES),
  }),
)
export type SiteChanges = Partial<FormValue<typeof SiteChanges>>
