import { Type } from 'typebox'
import { type Call, idOf } from './call.ts'
import { PeopleCounts, PeopleCountsQuery } from './counts.ts'
import { NewEducation, NewExperience, Profile, ProfileChanges, Repo } from './profiles.ts'
import { pagedBy } from './queries.ts'

export const profileCalls = {
  'GET /api/profile': {
    id: 'listProfiles',
    summary: 'All profiles',
    description:
      'A page of the profiles of all developers, or of those whom the filters leave, newest first.',
    access: 'anyone',
    ...pagedBy(PeopleCountsQuery.fields),
    answer: Type.Array(Profile),
  },
  'GET /api/profile/counts': {
    id: 'countProfiles',
    summary: 'Counts for the filters of profiles',
    description:
      'How many profiles the filters leave, and how many they would leave with each choice of a skill, status or ' +
      'location.',
    access: 'anyone',
    query: PeopleCountsQuery,
    answer: PeopleCounts,
  },
  'GET /api/profile/me': {
    id: 'getOwnProfile',
    summary: 'Your profile',
    description: 'The profile of the current user, if there is one.',
    access: 'member',
    answer: Profile,
    failures: [404],
  },
  'GET /api/profile/user/:id': {
    id: 'getProfile',
    summary: 'The profile of a user',
    description: 'A profile by the id of its user.',
    access: 'anyone',
    params: { id: idOf('the user') },
    answer: Profile,
    failures: [404],
  },
  'GET /api/profile/github/:username': {
    id: 'listRepos',
    summary: 'The latest repositories of a developer',
    description: 'The five newest public repositories of a user of the code host, cached for ten minutes.',
    access: 'anyone',
    params: { username: Type.String({ maxLength: 39, description: 'The user name on the code host' }) },
    answer: Type.Array(Repo),
    failures: [404, 502],
  },
  'POST /api/profile': {
    id: 'saveProfile',
    summary: 'Create or update your profile',
    description:
      'Creating a profile requires `status` and `skills`. In an update, absent fields are left unchanged, ' +
      'and empty or null ones are cleared.',
    access: 'member',
    body: ProfileChanges,
    answer: Profile,
  },
  'PUT /api/profile/experience': {
    id: 'addExperience',
    summary: 'Add an experience',
    description: 'Adds a job to your profile and returns the profile.',
    access: 'member',
    body: NewExperience,
    answer: Profile,
    failures: [404],
  },
  'PUT /api/profile/experience/:id': {
    id: 'updateExperience',
    summary: 'Change an experience',
    description: 'Replaces a job in your profile and returns the profile.',
    access: 'member',
    params: { id: idOf('the experience') },
    body: NewExperience,
    answer: Profile,
    failures: [404],
  },
  'DELETE /api/profile/experience/:id': {
    id: 'removeExperience',
    summary: 'Remove an experience',
    description: 'Removes a job from your profile and returns the profile.',
    access: 'member',
    params: { id: idOf('the experience') },
    answer: Profile,
    failures: [404],
  },
  'PUT /api/profile/education': {
    id: 'addEducation',
    summary: 'Add an education',
    description: 'Adds a school to your profile and returns the profile.',
    access: 'member',
    body: NewEducation,
    answer: Profile,
    failures: [404],
  },
  'PUT /api/profile/education/:id': {
    id: 'updateEducation',
    summary: 'Change an education',
    description: 'Replaces a school in your profile and returns the profile.',
    access: 'member',
    params: { id: idOf('the education') },
    body: NewEducation,
    answer: Profile,
    failures: [404],
  },
  'DELETE /api/profile/education/:id': {
    id: 'removeEducation',
    summary: 'Remove an education',
    description: 'Removes a school from your profile and returns the profile.',
    access: 'member',
    params: { id: idOf('the education') },
    answer: Profile,
    failures: [404],
  },
} as const satisfies Record<string, Call>
