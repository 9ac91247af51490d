import type { Person } from '../../../contract/accounts.ts'
import { readPost } from '../../app/state/read-post.ts'
import { useAppDispatch } from '../../app/state/store.ts'
import { LoadMore } from '../../ui/lists/paged-list.tsx'
import { usePages } from '../../ui/lists/use-pages.ts'
import { Moment } from '../../ui/moment.tsx'
import { useIsReturn } from '../../ui/routing/route-change.tsx'
import { HiddenNote } from '../accounts/blocks/hidden-note.tsx'
import { useHiddenPeople } from '../accounts/blocks/use-hidden-people.ts'
import { byAuthor, editPostsOf, usePostsOfInfiniteQuery } from '../accounts/people/people-api.ts'
import { useLivePosts } from '../events/refresh-posts.ts'
import { FoldedProse } from '../posts/folded-prose.tsx'
import { DiscussionLink } from '../posts/post-buttons.tsx'
import { QuestionBadge } from '../posts/questions.tsx'

export function PostsOfPerson({ person }: { person: Person }) {
  const isHidden = useHiddenPeople().has(person._id)
  return isHidden ? <HiddenNote person={person} /> : <Posts person={person} />
}

function Posts({ person: { _id, postCount } }: { person: Person }) {
  const dispatch = useAppDispatch()
  const isReturn = useIsReturn()
  const query = usePostsOfInfiniteQuery(byAuthor(_id), { refetchOnMountOrArgChange: !isReturn })
  const { items, list, hasMore, loadMore } = usePages(query)
  useLivePosts(items, (change) => dispatch(editPostsOf(_id, change)))

  if (items.length === 0) return null
  return (
    <section className="print:hidden">
      <h2 className="text-xl font-semibold">
        Posts <span className="ml-1 font-mono text-base font-normal text-muted">{postCount}</span>
      </h2>
      <ul ref={list} className="mt-2 divide-y divide-line">
        {items.map(readPost).map((post) => (
          <li key={post._id} data-item={post._id} tabIndex={-1} className="skip-offscreen py-4">
            <article>
              <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
                <span>
                  Posted on <Moment date={post.date} />
                </span>
                <QuestionBadge post={post} />
              </p>
              <FoldedProse text={post.text} html={post.html} className="mt-0.5 text-post">
                <div className="-mb-2 -ml-2 flex">
                  <DiscussionLink post={post} />
                </div>
              </FoldedProse>
            </article>
          </li>
        ))}
      </ul>
      {hasMore && <LoadMore list={list} load={loadMore} />}
    </section>
  )
}
