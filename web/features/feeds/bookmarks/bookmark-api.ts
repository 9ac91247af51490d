import type { FieldError } from '../../../../contract/errors.ts'
import type { Post } from '../../../../contract/posts.ts'
import { api, byCursor, resultOf } from '../../../app/api/api.ts'
import { type Pages, prependItems } from '../../../app/api/cached-lists.ts'
import { callOnly, callPage } from '../../../app/api/client.ts'
import { submit } from '../../../app/api/outcome.ts'
import type { Page } from '../../../app/api/request.ts'
import { showErrors } from '../../../app/state/alert-slice.ts'
import { bookmarksKnown, postById } from '../../../app/state/post-slice.ts'
import type { Thunk } from '../../../app/state/store.ts'
import { changeInOrder, watchChanges } from '../../../ui/change-in-order.ts'
import { bookmarkKey } from '../../posts/post-calls.ts'

const PAGE = 20

export const bookmarkApi = api.injectEndpoints({
  endpoints: (build) => ({
    bookmarks: build.infiniteQuery<Page<Post>, void, string | null>({
      infiniteQueryOptions: byCursor,
      providesTags: ['posts'],
      queryFn: async ({ pageParam: cursor }, { signal, dispatch }) => {
        const isCurrent = watchChanges()
        const result = await resultOf(callPage('GET /api/bookmarks', { cursor, limit: PAGE, signal }))
        const items = 'data' in result ? result.data.items : []
        const current = items.filter(({ _id }) => isCurrent(bookmarkKey(_id)))
        dispatch(bookmarksKnown(Object.fromEntries(current.map(({ _id }) => [_id, true]))))
        return result
      },
    }),
  }),
})

/** Optimistic; undone if the server refuses. */
export const setBookmarked =
  (id: string, isBookmarked: boolean): Thunk<Promise<FieldError[]>> =>
  (dispatch, getState) =>
    submit(
      changeInOrder(bookmarkKey(id), {
        before: !isBookmarked,
        after: isBookmarked,
        send: () =>
          callOnly(isBookmarked ? 'PUT /api/bookmarks/:postId' : 'DELETE /api/bookmarks/:postId', {
            params: { postId: id },
          }),
        show: (value) => dispatch(bookmarksKnown({ [id]: value })),
      }),
      () => {
        const post = postById(getState().post, id)
        if (post && isBookmarked) dispatch(editBookmarks((list) => addMissing(list, post)))
      },
      (error) => dispatch(showErrors(error.errors)),
    )

export const editBookmarks = (edit: (list: Pages<Post>) => void) =>
  bookmarkApi.util.updateQueryData('bookmarks', undefined, edit)

function addMissing(list: Pages<Post>, post: Post): void {
  const isListed = list.pages.some(({ items }) => items.some(({ _id }) => _id === post._id))
  if (!isListed) prependItems(list, [post])
}

export const { useBookmarksInfiniteQuery } = bookmarkApi
