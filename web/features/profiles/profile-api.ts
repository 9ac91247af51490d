import type { PEOPLE_FILTERS } from '../../../contract/limits.ts'
import type { Profile } from '../../../contract/profiles.ts'
import { api, list, mutation, page, query } from '../../app/api/api.ts'
import { requireFound, requireList, requireObject } from '../../app/api/responses.ts'
import { type CallError, isNotFound, loadStatus, toStateError } from '../../app/api/results.ts'
import { alertErrors, showAlert } from '../../app/state/alert-slice.ts'
import {
  moreProfilesLoaded,
  profileCleared,
  profileFailed,
  profileLoaded,
  profileRequested,
  profilesLoaded,
  reposLoaded,
} from '../../app/state/profile-slice.ts'
import { type Dispatch, type State, useAppSelector } from '../../app/state/store.ts'
import { type ProfileResponse, readProfile } from './read-profile.ts'

const FOUND_PAGE = 20

/** Pairs, because skills may be repeated. */
export type PeopleFilters = [(typeof PEOPLE_FILTERS)[number], string][]

type Store = { dispatch: Dispatch; getState: () => State }

const readSaved = (response: ProfileResponse, _: unknown, { auth }: State) => readProfile(response, auth.user)

const readOwn = (response: ProfileResponse, sent: unknown, state: State) =>
  readSaved(requireFound(response), sent, state)

const readAll = (items: ProfileResponse[]) => items.map((item) => readProfile(item, null))

function startLoading(userId: string | undefined, { dispatch, getState }: Store): void {
  if (getState().profile.profile?.user._id !== userId) dispatch(profileCleared())
  dispatch(profileRequested())
}

function storeFailure(error: CallError, { dispatch }: Store): void {
  dispatch(profileFailed(toStateError(error)))
  if (isNotFound(error)) dispatch(profileCleared())
}

/** Forms show their errors as alerts; all failures store a profile error. */
const saving = (success?: string, { hasAlerts = true } = {}) => ({
  read: readSaved,
  onStart: ({ getState }: Store) => getState().profile.profile,
  onDone(saved: Profile, { dispatch, getState, started: before }: Store & { started: Profile | null }) {
    const { auth, profile } = getState()
    const isOpen = profile.profile === before || profile.profile?.user._id === auth.user?._id
    if (isOpen) dispatch(profileLoaded(saved))
    if (success) dispatch(showAlert(success, 'success'))
  },
  onFail(error: CallError, store: Store) {
    if (hasAlerts) alertErrors(error, store)
    store.dispatch(profileFailed(toStateError(error)))
  },
})

const profileApi = api.injectEndpoints({
  endpoints: (build) => ({
    profile: query(build, 'GET /api/profile/user/:id', {
      keepUnusedDataFor: 0,
      read: (response, { params: { id } }, { auth }) =>
        readProfile(requireFound(response), auth.user?._id === id ? auth.user : { _id: id, name: '' }),
      onStart: ({ sent, ...store }) => startLoading(sent.params.id, store),
      onDone: (profile, { dispatch }) => dispatch(profileLoaded(profile)),
      onFail: storeFailure,
    }),
    ownProfile: query(build, 'GET /api/profile/me', {
      keepUnusedDataFor: 0,
      read: readOwn,
      onStart: (store) => startLoading(store.getState().auth.user?._id, store),
      onDone: (profile, { dispatch }) => dispatch(profileLoaded(profile)),
      onFail: storeFailure,
    }),
    /** Only to compare it with the one in a form. */
    storedProfile: query(build, 'GET /api/profile/me', { keepUnusedDataFor: 0, read: readOwn }),
    profiles: page(build, 'GET /api/profile', {
      keepUnusedDataFor: 0,
      read: readAll,
      onStart: ({ sent, dispatch }) => !sent?.cursor && dispatch(profileRequested()),
      onDone: (page, { sent, dispatch }) =>
        dispatch(sent?.cursor ? moreProfilesLoaded(page) : profilesLoaded(page)),
      onFail: (error, { dispatch }) => dispatch(profileFailed(toStateError(error))),
    }),
    repos: query(build, 'GET /api/profile/github/:username', {
      keepUnusedDataFor: 0,
      read: (repos) => requireList(repos).map((repo) => requireObject(repo, 'name')),
      onDone: (repos, { dispatch }) => dispatch(reposLoaded(repos)),
      onFail: (error, { dispatch }) => dispatch(profileFailed(toStateError(error))),
    }),
    createProfile: mutation(build, 'POST /api/profile', saving('Profile Created')),
    updateProfile: mutation(build, 'POST /api/profile', saving('Profile Updated')),
    changeEmailAudience: mutation(build, 'POST /api/profile', saving('Privacy Settings Saved')),
    addExperience: mutation(build, 'PUT /api/profile/experience', saving('Experience Added')),
    updateExperience: mutation(build, 'PUT /api/profile/experience/:id', saving('Experience Updated')),
    removeExperience: mutation(
      build,
      'DELETE /api/profile/experience/:id',
      saving('Experience Removed', { hasAlerts: false }),
    ),
    addEducation: mutation(build, 'PUT /api/profile/education', saving('Education Added')),
    updateEducation: mutation(build, 'PUT /api/profile/education/:id', saving('Education Updated')),
    removeEducation: mutation(
      build,
      'DELETE /api/profile/education/:id',
      saving('Education Removed', { hasAlerts: false }),
    ),
    addProject: mutation(build, 'PUT /api/profile/projects', saving('Project Added')),
    updateProject: mutation(build, 'PUT /api/profile/projects/:id', saving('Project Updated')),
    removeProject: mutation(
      build,
      'DELETE /api/profile/projects/:id',
      saving('Project Removed', { hasAlerts: false }),
    ),
    orderProjects: mutation(
      build,
      'PUT /api/profile/projects/order',
      saving(undefined, { hasAlerts: false }),
    ),
    previewResume: mutation(build, 'POST /api/profile/resume', {
      read: (preview) => requireObject(preview, 'profile', 'added', 'ignored'),
    }),
    importResume: mutation(build, 'POST /api/profile/resume', {
      ...saving('Résumé Imported'),
      read: ({ profile }, sent, state) => readSaved(profile, sent, state),
    }),
    foundPeople: list(build, 'GET /api/profile', { limit: FOUND_PAGE, read: readAll }),
    answerers: query(build, 'GET /api/skills/:skill/answerers', {
      read: (found) =>
        requireList(found).map(({ profile, answers }) => ({ ...readProfile(profile, null), answers })),
    }),
    peopleCounts: query(build, 'GET /api/profile/counts', {
      read: (counts) => requireObject(counts, 'skills', 'statuses', 'locations'),
    }),
    answersBy: query(build, 'GET /api/answers/:userId', { read: requireList }),
    contact: query(build, 'GET /api/profile/user/:id/contact', { read: (contact) => requireObject(contact) }),
    skills: query(build, 'GET /api/skills', { read: requireList }),
  }),
})

export function useOwnProfile() {
  const user = useAppSelector((state) => state.auth.user)
  const known = useAppSelector((state) => state.profile.profile)
  const query = profileApi.useOwnProfileQuery()
  const profile = known && known.user._id === user?._id ? known : null
  return { profile, status: loadStatus(query), retry: query.refetch }
}

export function findFoundProfile(state: State, isWanted: (profile: Profile) => boolean): Profile | undefined {
  const { answerers, foundPeople } = profileApi.endpoints
  const { selectCachedArgsForQuery } = profileApi.util
  const found = selectCachedArgsForQuery(state, 'foundPeople')
    .flatMap((search) => foundPeople.select(search)(state).data?.pages ?? [])
    .flatMap(({ items }) => items)
  const answering = selectCachedArgsForQuery(state, 'answerers').flatMap(
    (skill) => answerers.select(skill)(state).data ?? [],
  )
  return [...found, ...answering].find(isWanted)
}

export const {
  useProfileQuery,
  useProfilesQuery,
  useReposQuery,
  useCreateProfileMutation,
  useUpdateProfileMutation,
  useChangeEmailAudienceMutation,
  useAddExperienceMutation,
  useUpdateExperienceMutation,
  useRemoveExperienceMutation,
  useAddEducationMutation,
  useUpdateEducationMutation,
  useRemoveEducationMutation,
  useAddProjectMutation,
  useUpdateProjectMutation,
  useRemoveProjectMutation,
  useOrderProjectsMutation,
  usePreviewResumeMutation,
  useImportResumeMutation,
  useFoundPeopleInfiniteQuery,
  useAnswerersQuery,
  usePeopleCountsQuery,
  useAnswersByQuery,
  useContactQuery,
  useSkillsQuery,
  useLazyStoredProfileQuery,
  useLazyProfilesQuery,
} = profileApi
export const { endpoints: profileEndpoints } = profileApi
