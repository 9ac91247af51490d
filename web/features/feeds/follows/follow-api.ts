import type { PersonSummary } from '../../../../contract/accounts.ts'
import type { FieldError } from '../../../../contract/errors.ts'
import type { Follows } from '../../../../contract/feeds.ts'
import { api, mutation, query } from '../../../app/api/api.ts'
import { requireObject } from '../../../app/api/responses.ts'
import { fieldErrors, statusOf } from '../../../app/api/results.ts'
import { showErrors } from '../../../app/state/alert-slice.ts'
import { isExtended } from '../../../app/state/site-slice.ts'
import { type Thunk, useAppSelector } from '../../../app/state/store.ts'
import { changeInOrder } from '../../../ui/change-in-order.ts'

export type Followed = { person: PersonSummary } | { tag: string }

const keyOf = (followed: Followed) =>
  'tag' in followed ? `follow #${followed.tag}` : `follow ${followed.person._id}`

export const followApi = api.injectEndpoints({
  endpoints: (build) => ({
    follows: query(build, 'GET /api/follows', {
      providesTags: ['follows'],
      read: (follows) => requireObject(follows, 'people', 'tags'),
    }),
    followPerson: mutation(build, 'PUT /api/follows/people/:id'),
    unfollowPerson: mutation(build, 'DELETE /api/follows/people/:id'),
    followTag: mutation(build, 'PUT /api/follows/tags/:tag'),
    unfollowTag: mutation(build, 'DELETE /api/follows/tags/:tag'),
  }),
})

export const setFollowed =
  (followed: Followed, isFollowed: boolean): Thunk<Promise<FieldError[]>> =>
  async (dispatch) => {
    const { error } = await changeInOrder(keyOf(followed), {
      before: !isFollowed,
      after: isFollowed,
      send: () => dispatch(send(followed, isFollowed)),
      show: (value) =>
        dispatch(
          followApi.util.updateQueryData('follows', undefined, (follows) => change(follows, followed, value)),
        ),
    })
    const errors = fieldErrors(error)
    dispatch(showErrors(errors))
    return errors
  }

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

const send =
  (followed: Followed, isFollowed: boolean): Thunk<Promise<{ error?: unknown }>> =>
  (dispatch) => {
    const { followPerson, followTag, unfollowPerson, unfollowTag } = followApi.endpoints
    if ('tag' in followed) {
      const params = { tag: followed.tag }
      return dispatch((isFollowed ? followTag : unfollowTag).initiate({ params }))
    }
    const params = { id: followed.person._id }
    return dispatch((isFollowed ? followPerson : unfollowPerson).initiate({ params }))
  }

const NONE: Follows = { people: [], tags: [] }

export function useFollows() {
  const isMember = useAppSelector((state) => isExtended(state) && state.auth.user !== null)
  const query = followApi.useFollowsQuery(undefined, { skip: !isMember, refetchOnMountOrArgChange: false })
  const { people, tags } = query.data ?? NONE
  return { people, tags, status: statusOf(query), retry: query.refetch }
}
