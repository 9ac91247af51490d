import type { Member } from '../../../contract/accounts.ts'
import type { Report } from '../../../contract/moderation.ts'
import { api, list, mutation, query } from '../../app/api/api.ts'
import { removeItem, replaceItem } from '../../app/api/cached-lists.ts'
import { requireObject } from '../../app/api/responses.ts'
import { alertErrors, showAlert } from '../../app/state/alert-slice.ts'
import { siteChanged } from '../../app/state/site-slice.ts'
import type { Dispatch, State } from '../../app/state/store.ts'

const readMember = (member: Member) => requireObject(member, '_id')

const moderationApi = api.injectEndpoints({
  endpoints: (build) => ({
    ownRemovals: list(build, 'GET /api/auth/removals'),
    figures: query(build, 'GET /api/admin/figures', {
      read: (figures) => requireObject(figures, 'postsByDay', 'registrationsByDay'),
    }),
    log: list(build, 'GET /api/admin/log'),
    changeSite: mutation(build, 'PUT /api/admin/site', {
      read: (site) => requireObject(site, 'name'),
      onDone(site, { dispatch, sent: { body } }) {
        // Everyone gets the same response, which leaves out who may invite.
        const inviting = body.inviting === 'members' ? 'members' : 'moderators'
        dispatch(siteChanged({ ...site, inviting }))
        dispatch(showAlert('Community Updated', 'success'))
      },
      onFail: alertErrors,
    }),
    failedJobs: list(build, 'GET /api/admin/jobs'),
    retryJob: mutation(build, 'POST /api/admin/jobs/:id/retry', {
      onDone: (_, { dispatch, sent: { params } }) =>
        dispatch(
          moderationApi.util.updateQueryData('failedJobs', undefined, (jobs) => removeItem(jobs, params.id)),
        ),
    }),
    members: list(build, 'GET /api/admin/members'),
    changeRole: mutation(build, 'PUT /api/admin/members/:id', { read: readMember, onDone: replaceMember }),
    suspend: mutation(build, 'PUT /api/admin/suspensions/:userId', {
      read: readMember,
      onDone: replaceMember,
    }),
    liftSuspension: mutation(build, 'DELETE /api/admin/suspensions/:userId', {
      read: readMember,
      onDone: replaceMember,
    }),
    makeResetLink: mutation(build, 'POST /api/admin/members/:id/reset', {
      read: (link) => requireObject(link, 'url'),
    }),
    registrations: list(build, 'GET /api/admin/registrations'),
    approveRegistration: mutation(build, 'PUT /api/admin/registrations/:id', {
      onDone: removeRegistration,
    }),
    rejectRegistration: mutation(build, 'DELETE /api/admin/registrations/:id', {
      onDone: removeRegistration,
    }),
    reports: list(build, 'GET /api/admin/reports'),
    resolveReport: mutation(build, 'PUT /api/admin/reports/:id', {
      read: (report) => requireObject(report, '_id'),
    }),
    removeContent: mutation(build, 'POST /api/admin/removals'),
    removals: list(build, 'GET /api/admin/removals'),
    restore: mutation(build, 'DELETE /api/admin/removals/:id', {
      onDone: (_, { dispatch, sent: { params } }) =>
        dispatch(
          moderationApi.util.updateQueryData('removals', undefined, (removals) =>
            removeItem(removals, params.id),
          ),
        ),
    }),
  }),
})

function replaceMember(
  member: Member,
  { dispatch, getState }: { dispatch: Dispatch; getState: () => State },
): void {
  for (const search of moderationApi.util.selectCachedArgsForQuery(getState(), 'members')) {
    dispatch(moderationApi.util.updateQueryData('members', search, (list) => replaceItem(list, member)))
  }
}

function removeRegistration(
  _: null,
  { dispatch, sent: { params } }: { dispatch: Dispatch; sent: { params: { id: string } } },
): void {
  dispatch(
    moderationApi.util.updateQueryData('registrations', undefined, (list) => removeItem(list, params.id)),
  )
}

export const replaceReport = (report: Report) =>
  moderationApi.util.updateQueryData('reports', undefined, (list) => replaceItem(list, report))

export const {
  useOwnRemovalsInfiniteQuery,
  useFiguresQuery,
  useLogInfiniteQuery,
  useChangeSiteMutation,
  useFailedJobsInfiniteQuery,
  useRetryJobMutation,
  useMembersInfiniteQuery,
  useChangeRoleMutation,
  useSuspendMutation,
  useLiftSuspensionMutation,
  useMakeResetLinkMutation,
  useRegistrationsInfiniteQuery,
  useApproveRegistrationMutation,
  useRejectRegistrationMutation,
  useReportsInfiniteQuery,
  useResolveReportMutation,
  useRemoveContentMutation,
  useRemovalsInfiniteQuery,
  useRestoreMutation,
} = moderationApi
