import { Bookmark } from 'lucide-react'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { Button } from '../ui/button.tsx'
import { setBookmarked } from './bookmark-calls.ts'

/** For members only; servers without roles know no bookmarks either. */
export function BookmarkButton({ postId }: { postId: string }) {
  const dispatch = useAppDispatch()
  const isBookmarked = useAppSelector(({ auth, bookmark }) =>
    auth.user?.role === undefined ? undefined : (bookmark[postId] ?? false),
  )
  if (isBookmarked === undefined) return null
  return (
    <Button
      look={isBookmarked ? 'chosen' : 'quiet'}
      size="action"
      aria-label="Bookmark"
      aria-pressed={isBookmarked}
      title={isBookmarked ? 'Remove bookmark' : 'Bookmark'}
      onClick={() => dispatch(setBookmarked(postId, !isBookmarked))}
    >
      <Bookmark size={17} aria-hidden="true" className={isBookmarked ? 'fill-current' : ''} />
    </Button>
  )
}
