import type { Member } from '../../../contract/accounts.ts'
import type { Report } from '../../../contract/moderation.ts'
import { api, list, mutation, query } from '../../app/api/api.ts'
import { removeItem, replaceItem } from '../../app/api/cached-lists.ts'
import { requireObject } from '../../app/api/responses.ts'
import type { Dispatch, State } from '../../app/state/store.ts'

const readMember = (member: Member) => requireObject(member, '_id')

const moderationApi = api.injectEndpoints({
  endpoints: (build) => ({
    ownRemovals: list(build, 'GET /api/auth/removals'),
    figures: query(build, 'GET /api/admin/figures', {
      read: (figures) => requireObject(figures, 'postsByDay', 'registrationsByDay'),
    }),
    log: list(build, 'GET /api/admin/log'),
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

export const replaceReport = (report: Report) =>
  moderationApi.util.updateQueryData('reports', undefined, (list) => replaceItem(list, report))

export const {
  useOwnRemovalsInfiniteQuery,
  useFiguresQuery,
  useLogInfiniteQuery,
  useFailedJobsInfiniteQuery,
  useRetryJobMutation,
  useMembersInfiniteQuery,
  useChangeRoleMutation,
  useSuspendMutation,
  useLiftSuspensionMutation,
  useMakeResetLinkMutation,
  useReportsInfiniteQuery,
  useResolveReportMutation,
  useRemoveContentMutation,
  useRemovalsInfiniteQuery,
  useRestoreMutation,
} = moderationApi
