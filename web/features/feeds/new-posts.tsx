import type { RefObject } from 'react'
import { useAppDispatch } from '../../app/state/store.ts'
import { focusItemIn } from '../../ui/lists/focus.ts'
import { NewItems } from '../../ui/lists/new-items.tsx'
import { useWithoutHidden } from '../accounts/blocks/use-hidden-people.ts'
import type { Feed } from '../posts/feeds.ts'
import { askForNewest, showNewerPosts } from '../posts/post-calls.ts'
import { useNewPosts } from './use-new-posts.ts'

type Props = {
  feed: Feed
  /** '' if the list is empty, undefined while that is not known. */
  newest: string | undefined
  list: RefObject<HTMLUListElement | null>
}

export function NewPosts({ feed, newest, list }: Props) {
  const dispatch = useAppDispatch()
  const { page, news } = useNewPosts(newest, () => dispatch(askForNewest(feed)))
  const visible = useWithoutHidden(news)
  const isMore = page?.next !== null && news.length === page?.items.length

  function show() {
    if (page) dispatch(showNewerPosts(feed, page))
    scrollTo({ top: 0 })
    focusItemIn(list.current, visible[0]?._id)
  }

  return <NewItems count={visible.length} isMore={isMore} noun="post" onShow={show} />
}
