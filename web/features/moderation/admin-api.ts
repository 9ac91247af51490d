import type { Role } from '../../../contract/access.ts'
import type { Member } from '../../../contract/accounts.ts'
import type { FailedJob, Figures, LogRecord, Removal, Report } from '../../../contract/moderation.ts'
import { call, callOnly, callPage, type Page, requireObject } from '../../app/api/client.ts'
import { api, byCursor, onSuccess, removeItem, replaceItem, resultOf } from '../../app/state/api.ts'
import type { Thunk } from '../../app/state/store.ts'

type Suspension = { userId: string; reason: string; until: string | undefined }

const adminApi = api.injectEndpoints({
  endpoints: (build) => ({
    figures: build.query<Figures, void>({
      queryFn: async (_, { signal }) => {
        const figures = call('GET /api/admin/figures', { signal })
        return resultOf(figures.then((found) => requireObject(found, 'postsByDay', 'registrationsByDay')))
      },
    }),
    log: build.infiniteQuery<Page<LogRecord>, void, string | null>({
      infiniteQueryOptions: byCursor,
      queryFn: ({ pageParam: cursor }, { signal }) =>
        resultOf(callPage('GET /api/admin/log', { cursor, signal })),
    }),
    failedJobs: build.infiniteQuery<Page<FailedJob>, void, string | null>({
      infiniteQueryOptions: byCursor,
      queryFn: ({ pageParam: cursor }, { signal }) =>
        resultOf(callPage('GET /api/admin/jobs', { cursor, signal })),
    }),
    retryJob: build.mutation<null, string>({
      queryFn: (id) => resultOf(callOnly('POST /api/admin/jobs/:id/retry', { params: { id } })),
      onQueryStarted: (id, { dispatch, queryFulfilled }) =>
        onSuccess(queryFulfilled, () =>
          dispatch(adminApi.util.updateQueryData('failedJobs', undefined, (list) => removeItem(list, id))),
        ),
    }),
    members: build.infiniteQuery<Page<Member>, string, string | null>({
      infiniteQueryOptions: byCursor,
      queryFn: ({ queryArg: q, pageParam: cursor }, { signal }) =>
        resultOf(callPage('GET /api/admin/members', { cursor, filters: q ? { q } : {}, signal })),
    }),
    changeRole: build.mutation<Member, { id: string; role: Role }>({
      queryFn: ({ id, role }) =>
        resultOf(call('PUT /api/admin/members/:id', { params: { id }, body: { role } })),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        onSuccess(queryFulfilled, (member) => dispatch(replaceMember(member))),
    }),
    suspend: build.mutation<Member, Suspension>({
      queryFn: ({ userId, ...body }) =>
        resultOf(call('PUT /api/admin/suspensions/:userId', { params: { userId }, body })),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        onSuccess(queryFulfilled, (member) => dispatch(replaceMember(member))),
    }),
    liftSuspension: build.mutation<Member, string>({
      queryFn: (userId) => resultOf(call('DELETE /api/admin/suspensions/:userId', { params: { userId } })),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        onSuccess(queryFulfilled, (member) => dispatch(replaceMember(member))),
    }),
    reports: build.infiniteQuery<Page<Report>, void, string | null>({
      infiniteQueryOptions: byCursor,
      queryFn: ({ pageParam: cursor }, { signal }) =>
        resultOf(callPage('GET /api/admin/reports', { cursor, signal })),
    }),
    resolveReport: build.mutation<Report, { id: string; note: string }>({
      queryFn: ({ id, note }) =>
        resultOf(call('PUT /api/admin/reports/:id', { params: { id }, body: { resolved: true, note } })),
    }),
    removeReported: build.mutation<null, { report: Report; reason: string }>({
      queryFn: ({ report: { post, comment }, reason }) =>
        resultOf(callOnly('POST /api/admin/removals', { body: { post, comment, reason } })),
      onQueryStarted: ({ report }, { dispatch, queryFulfilled }) =>
        onSuccess(queryFulfilled, () => dispatch(replaceReport({ ...report, removed: true }))),
    }),
    removals: build.infiniteQuery<Page<Removal>, void, string | null>({
      infiniteQueryOptions: byCursor,
      queryFn: ({ pageParam: cursor }, { signal }) =>
        resultOf(callPage('GET /api/admin/removals', { cursor, signal })),
    }),
    restore: build.mutation<null, string>({
      queryFn: (id) => resultOf(callOnly('DELETE /api/admin/removals/:id', { params: { id } })),
      onQueryStarted: (id, { dispatch, queryFulfilled }) =>
        onSuccess(queryFulfilled, () =>
          dispatch(adminApi.util.updateQueryData('removals', undefined, (list) => removeItem(list, id))),
        ),
    }),
  }),
})

const replaceMember =
  (member: Member): Thunk =>
  (dispatch, getState) => {
    for (const q of adminApi.util.selectCachedArgsForQuery(getState(), 'members')) {
      dispatch(adminApi.util.updateQueryData('members', q, (list) => replaceItem(list, member)))
    }
  }

export const replaceReport = (report: Report) =>
  adminApi.util.updateQueryData('reports', undefined, (list) => replaceItem(list, report))

export const {
  useFiguresQuery,
  useLogInfiniteQuery,
  useFailedJobsInfiniteQuery,
  useRetryJobMutation,
  useMembersInfiniteQuery,
  useChangeRoleMutation,
  useSuspendMutation,
  useLiftSuspensionMutation,
  useReportsInfiniteQuery,
  useResolveReportMutation,
  useRemoveReportedMutation,
  useRemovalsInfiniteQuery,
  useRestoreMutation,
} = adminApi
