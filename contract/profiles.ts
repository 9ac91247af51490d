import { type Static, Type } from 'typebox'
import { Avatar, Badge, Id, Moment } from './accounts.ts'
import { type Call, idOf } from './call.ts'
import {
  calendarDate,
  choice,
  flag,
  optionalChoice,
  optionalLine,
  optionalProse,
  requiredLine,
  skillList,
} from './fields/fields.ts'
import { type Field, type FormValue, form, partial } from './fields/form.ts'
import { Handle } from './fields/handles.ts'
import { githubUsername, link, socialLink } from './fields/link-fields.ts'
import { CalendarDate, endsAfterItBegins, OptionalText } from './fields/periods.ts'
import { pagedBy } from './fields/queries.ts'
import { PeopleCounts, PeopleCountsQuery } from './fields/search-filters.ts'
import { EMAIL_AUDIENCES, type NOT_CHOSEN, STATUSES } from './limits.ts'
import { OptionalHtml } from './markdown.ts'
import { NewProject, Project, ProjectOrder } from './projects.ts'

const status: Field<(typeof STATUSES)[number], (typeof STATUSES)[number] | typeof NOT_CHOSEN> = choice(
  'Status',
  STATUSES,
  'Please choose a status from the list',
)

export const NewProfile = form({
  status,
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
  showEmail: optionalChoice('Show email', EMAIL_AUDIENCES),
})
export type NewProfile = FormValue<typeof NewProfile>

export const ProfileChanges = partial(NewProfile)
export type ProfileChanges = Partial<NewProfile>

const period = { from: calendarDate('From date'), to: calendarDate('To date'), current: flag('Current') }

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
  githubVerified: Type.Optional(
    Type.Literal(true, { description: 'Present if a sign-in with GitHub has proved the username' }),
  ),
  bio: OptionalText,
  html: OptionalHtml,
  social: SocialLinks,
  experience: Type.Array(Experience, {
    description: 'In the order of a CV: current first, then newest first',
  }),
  education: Type.Array(Education, { description: 'In the order of a CV: current first, then newest first' }),
  projects: Type.Array(Project, { description: 'In the order that the owner has set' }),
  showEmail: Type.Unsafe<(typeof EMAIL_AUDIENCES)[number]>({ type: 'string', enum: [...EMAIL_AUDIENCES] }),
  email: Type.Optional(Type.String({ description: 'Only if everybody may see it' })),
  date: Moment,
})
export type Profile = Static<typeof Profile>

export const Contact = Type.Object({ email: OptionalText })
export type Contact = Static<typeof Contact>

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

export const profileCalls = {
  'GET /api/profile': {
    id: 'listProfiles',
    summary: 'All profiles',
    description:
      'A page of the profiles of all developers, or of those that match the filters, newest first.',
    access: 'profile-reader',
    cost: 'search',
    ...pagedBy(PeopleCountsQuery.fields),
    response: Type.Array(Profile),
  },
  'GET /api/profile/counts': {
    id: 'countProfiles',
    summary: 'Counts for the filters of profiles',
    description:
      'How many profiles the filters leave, and how many they would leave with each choice of a skill, status or ' +
      'location.',
    access: 'profile-reader',
    cost: 'search',
    query: PeopleCountsQuery,
    response: PeopleCounts,
  },
  'GET /api/profile/me': {
    id: 'getOwnProfile',
    summary: 'Your profile',
    description: 'The profile of the current user, if there is one.',
    access: 'member',
    response: Profile,
    failures: [404],
  },
  'GET /api/profile/user/:id': {
    id: 'getProfile',
    summary: 'The profile of a user',
    description: 'A profile by the id of its user.',
    access: 'profile-reader',
    params: { id: idOf('the user') },
    response: Profile,
    failures: [404],
  },
  'GET /api/profile/user/:id/contact': {
    id: 'getContact',
    summary: 'How to reach a developer',
    description: 'The email, if the owner of the profile shows it to members or to everybody, else null.',
    access: 'member',
    params: { id: idOf('the user') },
    response: Contact,
    failures: [404],
  },
  'GET /api/profile/github/:username': {
    id: 'listRepos',
    summary: 'The latest repositories of a developer',
    description: 'The five newest public repositories of a user of the code host, cached for ten minutes.',
    access: 'profile-reader',
    waitsForHost: true,
    params: { username: Type.String({ maxLength: 39, description: 'The user name on the code host' }) },
    response: Type.Array(Repo),
    failures: [404, 502],
  },
  'POST /api/profile': {
    id: 'saveProfile',
    summary: 'Create or update your profile',
    description:
      'Creating a profile requires `status` and `skills`. In an update, absent fields are left unchanged, ' +
      'and empty or null ones are cleared. The social links may also be given within `social`, as in the response.',
    access: 'member',
    body: ProfileChanges,
    response: Profile,
  },
  'PUT /api/profile/experience': {
    id: 'addExperience',
    summary: 'Add an experience',
    description: 'Adds a job to your profile and returns the profile.',
    access: 'member',
    body: NewExperience,
    response: Profile,
    failures: [404],
  },
  'PUT /api/profile/experience/:id': {
    id: 'updateExperience',
    summary: 'Change an experience',
    description: 'Replaces a job in your profile and returns the profile.',
    access: 'member',
    params: { id: idOf('the experience') },
    body: NewExperience,
    response: Profile,
    failures: [404],
  },
  'DELETE /api/profile/experience/:id': {
    id: 'removeExperience',
    summary: 'Remove an experience',
    description: 'Removes a job from your profile and returns the profile.',
    access: 'member',
    params: { id: idOf('the experience') },
    response: Profile,
    failures: [404],
  },
  'PUT /api/profile/education': {
    id: 'addEducation',
    summary: 'Add an education',
    description: 'Adds a school to your profile and returns the profile.',
    access: 'member',
    body: NewEducation,
    response: Profile,
    failures: [404],
  },
  'PUT /api/profile/education/:id': {
    id: 'updateEducation',
    summary: 'Change an education',
    description: 'Replaces a school in your profile and returns the profile.',
    access: 'member',
    params: { id: idOf('the education') },
    body: NewEducation,
    response: Profile,
    failures: [404],
  },
  'DELETE /api/profile/education/:id': {
    id: 'removeEducation',
    summary: 'Remove an education',
    description: 'Removes a school from your profile and returns the profile.',
    access: 'member',
    params: { id: idOf('the education') },
    response: Profile,
    failures: [404],
  },
  'PUT /api/profile/projects': {
    id: 'addProject',
    summary: 'Add a project',
    description: 'Adds a project to the end of your projects and returns the profile.',
    access: 'member',
    body: NewProject,
    response: Profile,
    failures: [404],
  },
  'PUT /api/profile/projects/order': {
    id: 'orderProjects',
    summary: 'Order your projects',
    description:
      'Projects that are not listed follow in their previous order. Returns the profile, or 404 if one of the ids is ' +
      'not of a project of yours.',
    access: 'member',
    body: ProjectOrder,
    response: Profile,
    failures: [404],
  },
  'PUT /api/profile/projects/:id': {
    id: 'updateProject',
    summary: 'Change a project',
    description: 'Replaces a project in your profile and returns the profile.',
    access: 'member',
    params: { id: idOf('the project') },
    body: NewProject,
    response: Profile,
    failures: [404],
  },
  'DELETE /api/profile/projects/:id': {
    id: 'removeProject',
    summary: 'Remove a project',
    description: 'Removes a project from your profile and returns the profile.',
    access: 'member',
    params: { id: idOf('the project') },
    response: Profile,
    failures: [404],
  },
} as const satisfies Record<string, Call>
