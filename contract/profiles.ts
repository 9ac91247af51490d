import { type Static, Type } from 'typebox'
import { Avatar, Badge, Id, Moment } from './accounts.ts'
import type { FieldError } from './errors.ts'
import { calendarDate, choice, flag, optionalLine, optionalProse, requiredLine, skillList } from './fields.ts'
import { type FormValue, form, partial } from './form.ts'
import { Handle } from './handles.ts'
import { STATUSES } from './limits.ts'
import { githubUsername, link, socialLink } from './link-fields.ts'
import { OptionalHtml } from './writing.ts'

export const NewProfile = form({
  status: choice('Status', STATUSES),
  company: optionalLine('Company'),
  website: link('Website'),
  location: optionalLine('Location'),
  skills: skillList('Skills'),
  githubusername: githubUsername('Github username'),
  bio: optionalProse('Bio'),
  twitter: socialLink('Twitter', 'twitter'),
  facebook: socialLink('Facebook', 'facebook'),
  youtube: socialLink('YouTube', 'youtube'),
  linkedin: socialLink('LinkedIn', 'linkedin'),
  instagram: socialLink('Instagram', 'instagram'),
})
export type NewProfile = FormValue<typeof NewProfile>

/** An update: absent fields are left unchanged. */
export const ProfileChanges = partial(NewProfile)
export type ProfileChanges = Partial<NewProfile>

const period = { from: calendarDate('From date'), to: calendarDate('To date'), current: flag('Current') }

function endsAfterItBegins(value: {
  from: string | null
  to: string | null
  current: boolean
}): FieldError | undefined {
  const backwards = !value.current && value.from && value.to && value.to < value.from
  return backwards ? { msg: 'To date must not be before from date', field: 'to' } : undefined
}

export const NewExperience = form(
  {
    title: requiredLine('Title'),
    company: requiredLine('Company'),
    location: optionalLine('Location'),
    ...period,
    description: optionalProse('Description'),
  },
  endsAfterItBegins,
)
export type NewExperience = FormValue<typeof NewExperience>

export const NewEducation = form(
  {
    school: requiredLine('School'),
    degree: requiredLine('Degree'),
    fieldofstudy: optionalLine('Field of study'),
    ...period,
    description: optionalProse('Description'),
  },
  endsAfterItBegins,
)
export type NewEducation = FormValue<typeof NewEducation>

// A list of types rather than a union: for a union the serialiser runs a validator on every value.
const OptionalText = Type.Unsafe<string | null>({ type: ['string', 'null'] })
const CalendarDate = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date' })
const Period = { from: CalendarDate, to: CalendarDate, current: Type.Boolean() }

export const Experience = Type.Object({
  _id: Id,
  title: Type.String(),
  company: Type.String(),
  location: OptionalText,
  ...Period,
  description: OptionalText,
})
export type Experience = Static<typeof Experience>

export const Education = Type.Object({
  _id: Id,
  school: Type.String(),
  degree: Type.String(),
  fieldofstudy: OptionalText,
  ...Period,
  description: OptionalText,
})
export type Education = Static<typeof Education>

export const ProfileUser = Type.Object({
  _id: Id,
  name: Type.String(),
  handle: Handle,
  avatar: Avatar,
  badge: Badge,
})

export const SocialLinks = Type.Object({
  twitter: OptionalText,
  facebook: OptionalText,
  youtube: OptionalText,
  linkedin: OptionalText,
  instagram: OptionalText,
})

export const Profile = Type.Object({
  _id: Id,
  user: ProfileUser,
  status: Type.String(),
  company: OptionalText,
  website: OptionalText,
  location: OptionalText,
  skills: Type.Array(Type.String()),
  githubusername: OptionalText,
  bio: OptionalText,
  html: OptionalHtml,
  social: SocialLinks,
  experience: Type.Array(Experience, {
    description: 'In the order of a CV: current first, then newest first',
  }),
  education: Type.Array(Education, { description: 'In the order of a CV: current first, then newest first' }),
  date: Moment,
})
export type Profile = Static<typeof Profile>

export const Repo = Type.Object({
  id: Type.Integer({ description: 'The id on the code host' }),
  name: Type.String(),
  html_url: Type.String({ format: 'uri' }),
  description: OptionalText,
  stargazers_count: Type.Integer({ minimum: 0 }),
  watchers_count: Type.Integer({ minimum: 0 }),
  forks_count: Type.Integer({ minimum: 0 }),
})
export type Repo = Static<typeof Repo>
