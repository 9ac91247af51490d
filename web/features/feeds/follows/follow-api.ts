import { useMemo } from 'react'
import type { PersonSummary } from '../../../../contract/accounts.ts'
import type { Follows } from '../../../../contract/feeds.ts'
import { call, callOnly, requireObject } from '../../../app/api/client.ts'
import { showErrors } from '../../../app/state/alert-slice.ts'
import { api, fieldErrors, resultOf, statusOf } from '../../../app/state/api.ts'
import { useAppSelector } from '../../../app/state/store.ts'
import { isPending, sendInOrder } from '../../../ui/send-in-order.ts'

export type Followed = { person: PersonSummary } | { tag: string }
type Change = { followed: Followed; isFollowed: boolean }

const turnOf = (followed: Followed) =>
  'tag' in followed ? `follow #${followed.tag}` : `follow ${followed.person._id}`

const followApi = api.injectEndpoints({
  endpoints: (build) => ({
    follows: build.query<Follows, void>({
      queryFn: async (_, { signal }) =>
        resultOf(
          call('GET /api/follows', { signal }).then((found) => requireObject(found, 'people', 'tags')),
        ),
    }),
    /** Optimistic; undone if the server refuses. */
    setFollowed: build.mutation<null, Change>({
      queryFn: ({ followed, isFollowed }) =>
        resultOf(sendInOrder(turnOf(followed), () => send(followed, isFollowed))),
      async onQueryStarted({ followed, isFollowed }, { dispatch, queryFulfilled }) {
        const show = (isFollowed: boolean) =>
          dispatch(
            followApi.util.updateQueryData('follows', undefined, (follows) =>
              change(follows, followed, isFollowed),
            ),
          )
        show(isFollowed)
        await queryFulfilled.catch(({ error }) => {
          if (isPending(turnOf(followed))) return
          show(!isFollowed)
          dispatch(showErrors(fieldErrors(error)))
        })
      },
    }),
  }),
})

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

/** Servers without roles have no follows either. */
export function useFollows() {
  const isMember = useAppSelector((state) => state.auth.user?.role !== undefined)
  const blocked = useAppSelector((state) => state.auth.user?.blocked)
  const query = followApi.useFollowsQuery(undefined, { skip: !isMember, refetchOnMountOrArgChange: false })
  const { people, tags } = query.data ?? NONE
  return {
    // Blocking someone ends following them.
    people: useMemo(() => people.filter(({ _id }) => !blocked?.includes(_id)), [people, blocked]),
    tags,
    status: statusOf(query),
    retry: query.refetch,
  }
}

export const { useSetFollowedMutation } = followApi
