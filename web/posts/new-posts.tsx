import { ArrowUp } from 'lucide-react'
import type { RefObject } from 'react'
import { useWithoutHidden } from '../blocks/use-hidden-people.ts'
import { useAppDispatch } from '../store.ts'
import { Button } from '../ui/button.tsx'
import { focusEntryIn } from '../ui/focus.ts'
import type { Feed } from './feeds.ts'
import { askForNewest, showNewerPosts } from './post-calls.ts'
import { useNewPosts } from './use-new-posts.ts'

type Props = {
  feed: Feed
  /** The id of the first post that is listed, '' if there is none, undefined while that is not known. */
  newest: string | undefined
  list: RefObject<HTMLUListElement | null>
}

/** Says how many posts are newer than the list and shows them on request. It lies over the page and moves nothing. */
export function NewPosts({ feed, newest, list }: Props) {
  const dispatch = useAppDispatch()
  const { page, news } = useNewPosts(newest, () => askForNewest(feed))
  const shown = useWithoutHidden(news)
  const isMore = page?.next !== null && news.length === page?.items.length

  function show() {
    if (page) dispatch(showNewerPosts(feed, page))
    scrollTo({ top: 0 })
    focusEntryIn(list.current, shown[0]?._id)
  }

  return (
    <div role="status" className="sticky top-16 z-10 flex h-0 justify-center print:hidden">
      {shown.length > 0 && (
        <Button size="small" onClick={show} className="mt-2 h-9 rounded-full shadow-lg">
          <ArrowUp size={16} aria-hidden="true" />
          {`${shown.length}${isMore ? '+' : ''} new ${shown.length === 1 && !isMore ? 'post' : 'posts'}`}
        </Button>
      )}
    </div>
  )
}
