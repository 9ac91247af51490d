import { Type } from 'typebox'
import { type Call, idOf } from './call.ts'
import { NewEducation, NewExperience, Profile, ProfileChanges, Repo } from './profiles.ts'
import { paged } from './queries.ts'

export const profileCalls = {
  'GET /api/profile': {
    id: 'listProfiles',
    summary: 'All profiles',
    description: 'The profiles of all developers, newest first, page by page.',
    access: 'anyone',
    ...paged,
    answer: Type.Array(Profile),
  },
  'GET /api/profile/me': {
    id: 'getOwnProfile',
    summary: 'The own profile',
    description: 'The profile of the current user, where there is one.',
    access: 'member',
    answer: Profile,
    failures: [404],
  },
  'GET /api/profile/user/:id': {
    id: 'getProfile',
    summary: 'The profile of a user',
    description: 'One profile, by the id of its user.',
    access: 'anyone',
    params: { id: idOf('the user') },
    answer: Profile,
    failures: [404],
  },
  'GET /api/profile/github/:username': {
    id: 'listRepos',
    summary: 'The latest repositories of a developer',
    description: 'The five newest public repositories of a user of the code host, at most ten minutes old.',
    access: 'anyone',
    params: { username: Type.String({ maxLength: 39, description: 'The name at the code host' }) },
    answer: Type.Array(Repo),
    failures: [404, 502],
  },
  'POST /api/profile': {
    id: 'saveProfile',
    summary: 'Create or update the own profile',
    description:
      'To create it, `status` and `skills` are needed. In an update, a field that is left out stays as it ' +
      'was, and one that is empty or null is cleared.',
    access: 'member',
    body: ProfileChanges,
    answer: Profile,
  },
  'PUT /api/profile/experience': {
    id: 'addExperience',
    summary: 'Add an experience',
    description: 'Adds a job to the own profile, and answers the whole profile.',
    access: 'member',
    body: NewExperience,
    answer: Profile,
    failures: [404],
  },
  'DELETE /api/profile/experience/:id': {
    id: 'removeExperience',
    summary: 'Remove an experience',
    description: 'Removes a job from the own profile, and answers the whole profile.',
    access: 'member',
    params: { id: idOf('the experience') },
    answer: Profile,
    failures: [404],
  },
  'PUT /api/profile/education': {
    id: 'addEducation',
    summary: 'Add an education',
    description: 'Adds a school to the own profile, and answers the whole profile.',
    access: 'member',
    body: NewEducation,
    answer: Profile,
    failures: [404],
  },
  'DELETE /api/profile/education/:id': {
    id: 'removeEducation',
    summary: 'Remove an education',
    description: 'Removes a school from the own profile, and answers the whole profile.',
    access: 'member',
    params: { id: idOf('the education') },
    answer: Profile,
    failures: [404],
  },
} as const satisfies Record<string, Call>
