import { Bookmark } from 'lucide-react'
import { isExtended } from '../../../app/state/site-slice.ts'
import { useAppDispatch, useAppSelector } from '../../../app/state/store.ts'
import { Button } from '../../../ui/button.tsx'
import { setBookmarked } from './bookmark-api.ts'

export function BookmarkButton({ postId }: { postId: string }) {
  const dispatch = useAppDispatch()
  const isBookmarked = useAppSelector((state) =>
    isExtended(state) && state.auth.user ? (state.post.bookmarked[postId] ?? false) : undefined,
  )
  if (isBookmarked === undefined) return null
  return (
    <Button
      variant={isBookmarked ? 'chosen' : 'quiet'}
      size="row"
      aria-label="Bookmark"
      aria-pressed={isBookmarked}
      title={isBookmarked ? 'Remove bookmark' : 'Bookmark'}
      className="pointer-coarse:min-w-11"
      onClick={() => void dispatch(setBookmarked(postId, !isBookmarked))}
    >
      <Bookmark size={17} aria-hidden="true" className={isBookmarked ? 'fill-current' : ''} />
    </Button>
  )
}
