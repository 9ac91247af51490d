import type { FieldError } from '../../../../contract/errors.ts'
import type { Post } from '../../../../contract/posts.ts'
import { api, list, mutation } from '../../../app/api/api.ts'
import { type Pages, prependItems } from '../../../app/api/cached-lists.ts'
import { fieldErrors } from '../../../app/api/results.ts'
import { showErrors } from '../../../app/state/alert-slice.ts'
import { bookmarksKnown, postById } from '../../../app/state/post-slice.ts'
import type { Thunk } from '../../../app/state/store.ts'
import { changeInOrder, watchChanges } from '../../../ui/change-in-order.ts'
import { bookmarkKey } from '../../posts/post-api.ts'

const PAGE = 20

export const bookmarkApi = api.injectEndpoints({
  endpoints: (build) => ({
    bookmarks: list(build, 'GET /api/bookmarks', {
      limit: PAGE,
      providesTags: ['posts'],
      onStart: watchChanges,
      onDone({ pages }, { started: isCurrent, dispatch }) {
        const current = pages.at(-1)?.items.filter(({ _id }) => isCurrent(bookmarkKey(_id))) ?? []
        dispatch(bookmarksKnown(Object.fromEntries(current.map(({ _id }) => [_id, true]))))
      },
    }),
    addBookmark: mutation(build, 'PUT /api/bookmarks/:postId'),
    removeBookmark: mutation(build, 'DELETE /api/bookmarks/:postId'),
  }),
})

export const setBookmarked =
  (id: string, isBookmarked: boolean): Thunk<Promise<FieldError[]>> =>
  async (dispatch, getState) => {
    const { addBookmark, removeBookmark } = bookmarkApi.endpoints
    const { user } = getState().auth
    const { data, error } = await changeInOrder(bookmarkKey(id), {
      before: !isBookmarked,
      after: isBookmarked,
      send: () =>
        dispatch((isBookmarked ? addBookmark : removeBookmark).initiate({ params: { postId: id } })),
      // The session may have ended since.
      show: (value) => getState().auth.user?._id === user?._id && dispatch(bookmarksKnown({ [id]: value })),
    })
    const post = postById(getState().post, id)
    if (data !== undefined && post && isBookmarked) dispatch(editBookmarks((list) => addMissing(list, post)))
    const errors = fieldErrors(error)
    dispatch(showErrors(errors))
    return errors
  }

export const editBookmarks = (edit: (list: Pages<Post>) => void) =>
  bookmarkApi.util.updateQueryData('bookmarks', undefined, edit)

function addMissing(list: Pages<Post>, post: Post): void {
  const isListed = list.pages.some(({ items }) => items.some(({ _id }) => _id === post._id))
  if (!isListed) prependItems(list, [post])
}

export const { useBookmarksInfiniteQuery } = bookmarkApi
