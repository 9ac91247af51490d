import { useEffect, useRef } from 'react'
import { MAX_MARKED_POSTS } from '../../../../contract/limits.ts'
import type { Post } from '../../../../contract/posts.ts'
import { call, callOnly, callPage, type Page, requireObject } from '../../../app/api/client.ts'
import { showErrors } from '../../../app/state/alert-slice.ts'
import { api, byCursor, fieldErrors, onSuccess, type Pages, resultOf } from '../../../app/state/api.ts'
import { type State, useAppDispatch, useAppSelector } from '../../../app/state/store.ts'
import { isPending, sendInOrder } from '../../../ui/send-in-order.ts'

const PAGE = 20

type Bookmark = { postId: string; isBookmarked: boolean }

const turnOf = (postId: string) => `bookmark ${postId}`

const bookmarkApi = api.injectEndpoints({
  endpoints: (build) => ({
    bookmarks: build.infiniteQuery<Page<Post>, void, string | null>({
      infiniteQueryOptions: byCursor,
      providesTags: ['posts'],
      queryFn: ({ pageParam: cursor }, { signal }) =>
        resultOf(callPage('GET /api/bookmarks', { cursor, limit: PAGE, signal })),
    }),
    /** Lists of posts fill this in through `bookmarksOf`. */
    isBookmarked: build.query<boolean, string>({
      queryFn: async (postId) => resultOf(loadBookmarked([postId]).then((ids) => ids.includes(postId))),
      keepUnusedDataFor: Number.POSITIVE_INFINITY,
    }),
    bookmarksOf: build.query<string[], string[]>({
      queryFn: (postIds) => resultOf(loadBookmarked(postIds)),
      keepUnusedDataFor: 0,
      onQueryStarted: (postIds, { dispatch, queryFulfilled }) =>
        onSuccess(queryFulfilled, (bookmarked) => {
          // A click in the meantime is newer than the response.
          const settled = postIds.filter((id) => !isPending(turnOf(id)))
          const entries = settled.map((id) => ({
            endpointName: 'isBookmarked' as const,
            arg: id,
            value: bookmarked.includes(id),
          }))
          dispatch(bookmarkApi.util.upsertQueryEntries(entries))
        }),
    }),
    /** Optimistic; undone if the server refuses. */
    setBookmarked: build.mutation<null, Bookmark>({
      queryFn: ({ postId, isBookmarked }) => {
        const name = isBookmarked ? 'PUT /api/bookmarks/:postId' : 'DELETE /api/bookmarks/:postId'
        return resultOf(sendInOrder(turnOf(postId), () => callOnly(name, { params: { postId } })))
      },
      async onQueryStarted({ postId, isBookmarked }, { dispatch, queryFulfilled }) {
        const show = (value: boolean) =>
          dispatch(
            bookmarkApi.util.upsertQueryEntries([{ endpointName: 'isBookmarked', arg: postId, value }]),
          )
        show(isBookmarked)
        await queryFulfilled.catch(({ error }) => {
          if (isPending(turnOf(postId))) return
          show(!isBookmarked)
          dispatch(showErrors(fieldErrors(error)))
        })
      },
    }),
  }),
})

async function loadBookmarked(postIds: string[]): Promise<string[]> {
  const { bookmarked } = requireObject(await call('GET /api/marks', { query: { posts: postIds.join() } }))
  return bookmarked ?? []
}

export function useBookmarksOf(postIds: string[]): void {
  const dispatch = useAppDispatch()
  const isMember = useAppSelector((state) => state.auth.user?.role !== undefined)
  const asked = useRef(new Set<string>())
  useEffect(() => {
    if (!isMember) return
    const ids = postIds.filter((id) => !asked.current.has(id))
    for (let start = 0; start < ids.length; start += MAX_MARKED_POSTS) {
      const part = ids.slice(start, start + MAX_MARKED_POSTS)
      for (const id of part) asked.current.add(id)
      dispatch(bookmarkApi.endpoints.bookmarksOf.initiate(part, { subscribe: false, forceRefetch: true }))
    }
  }, [postIds, isMember, dispatch])
}

export const editBookmarks = (edit: (list: Pages<Post>) => void) =>
  bookmarkApi.util.updateQueryData('bookmarks', undefined, edit)

export const isBookmarked = (state: State, postId: string): boolean =>
  bookmarkApi.endpoints.isBookmarked.select(postId)(state).data ?? false

// Not as a hook, which would be one more subscription for each post of a feed.
export const setBookmarked = (bookmark: Bookmark) =>
  bookmarkApi.endpoints.setBookmarked.initiate(bookmark, { track: false })

export const { useBookmarksInfiniteQuery } = bookmarkApi
