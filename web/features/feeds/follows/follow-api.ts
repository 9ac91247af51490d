import type { PersonSummary } from '../../../../contract/accounts.ts'
import type { FieldError } from '../../../../contract/errors.ts'
import type { Follows } from '../../../../contract/feeds.ts'
import { api, resultOf } from '../../../app/api/api.ts'
import { call, callOnly } from '../../../app/api/client.ts'
import { submit } from '../../../app/api/outcome.ts'
import { requireObject } from '../../../app/api/responses.ts'
import { statusOf } from '../../../app/api/results.ts'
import { showErrors } from '../../../app/state/alert-slice.ts'
import { isExtended } from '../../../app/state/site-slice.ts'
import { type Thunk, useAppSelector } from '../../../app/state/store.ts'
import { changeInOrder } from '../../../ui/change-in-order.ts'

export type Followed = { person: PersonSummary } | { tag: string }

const keyOf = (followed: Followed) =>
  'tag' in followed ? `follow #${followed.tag}` : `follow ${followed.person._id}`

export const followApi = api.injectEndpoints({
  endpoints: (build) => ({
    follows: build.query<Follows, void>({
      providesTags: ['follows'],
      queryFn: async (_, { signal }) =>
        resultOf(
          call('GET /api/follows', { signal }).then((found) => requireObject(found, 'people', 'tags')),
        ),
    }),
  }),
})

/** Optimistic; undone if the server refuses. */
export const setFollowed =
  (followed: Followed, isFollowed: boolean): Thunk<Promise<FieldError[]>> =>
  (dispatch) =>
    submit(
      changeInOrder(keyOf(followed), {
        before: !isFollowed,
        after: isFollowed,
        send: () => send(followed, isFollowed),
        show: (value) =>
          dispatch(
            followApi.util.updateQueryData('follows', undefined, (follows) =>
              change(follows, followed, value),
            ),
          ),
      }),
      () => {},
      (error) => dispatch(showErrors(error.errors)),
    )

function change(follows: Follows, followed: Followed, isFollowed: boolean): void {
  if ('tag' in followed) {
    const others = follows.tags.filter((tag) => tag !== followed.tag)
    follows.tags = isFollowed ? [followed.tag, ...others] : others
  } else {
    const { person } = followed
    const others = follows.people.filter(({ _id }) => _id !== person._id)
    follows.people = isFollowed ? [person, ...others] : others
  }
}

function send(followed: Followed, isFollowed: boolean): Promise<null> {
  if ('tag' in followed) {
    const params = { tag: followed.tag }
    const name = isFollowed ? 'PUT /api/follows/tags/:tag' : 'DELETE /api/follows/tags/:tag'
    return callOnly(name, { params })
  }
  const params = { id: followed.person._id }
  const name = isFollowed ? 'PUT /api/follows/people/:id' : 'DELETE /api/follows/people/:id'
  return callOnly(name, { params })
}

const NONE: Follows = { people: [], tags: [] }

export function useFollows() {
  const isMember = useAppSelector((state) => isExtended(state) && state.auth.user !== null)
  const query = followApi.useFollowsQuery(undefined, { skip: !isMember, refetchOnMountOrArgChange: false })
  const { people, tags } = query.data ?? NONE
  return { people, tags, status: statusOf(query), retry: query.refetch }
}
