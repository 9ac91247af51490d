import { type ReactNode, useRef, useState } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { focusAfterRemoval } from '../../../ui/lists/focus.ts'
import { Link } from '../../../ui/routing/link.tsx'
import { type Followed, useFollows, useSetFollowedMutation } from './follow-api.ts'

const PAGE = 20

export function FollowedList() {
  const { people, tags, status, retry } = useFollows()
  return (
    <section>
      <h2 className="text-lg font-semibold">Following</h2>
      <p className="mt-1 text-muted">
        Their posts appear in your Following feed. Only you can see this list.
      </p>
      {(status === 'failed' || status === 'missing') && (
        <div className="mt-3">
          <Failure msg="Couldn't load this list." onRetry={retry} />
        </div>
      )}
      {status === 'ready' && (
        <>
          <FollowedSection
            heading="People"
            empty="No one yet. Use the Follow button on a profile."
            count={people.length}
          >
            {(limit) =>
              people.slice(0, limit).map((person) => (
                <FollowedItem key={person._id} id={person._id} followed={{ person }} name={person.name}>
                  <Avatar id={person._id} name={person.name} src={person.avatar} size="small" />
                  <Link
                    to={`/profile/${person._id}`}
                    className="min-w-0 truncate py-0.5 font-medium hover:underline"
                  >
                    <bdi>{person.name}</bdi>
                  </Link>
                </FollowedItem>
              ))
            }
          </FollowedSection>
          <FollowedSection
            heading="Tags"
            empty="No tags yet. Use the Follow button on a tag page."
            count={tags.length}
          >
            {(limit) =>
              tags.slice(0, limit).map((tag) => (
                <FollowedItem key={tag} id={`#${tag}`} followed={{ tag }} name={`#${tag}`}>
                  <Link
                    to={`/posts?tag=${encodeURIComponent(tag)}`}
                    className="min-w-0 truncate py-0.5 font-mono hover:underline"
                  >
                    <bdi>#{tag}</bdi>
                  </Link>
                </FollowedItem>
              ))
            }
          </FollowedSection>
        </>
      )}
    </section>
  )
}

type SectionProps = {
  heading: string
  empty: string
  count: number
  children: (limit: number) => ReactNode
}

function FollowedSection({ heading, empty, count, children }: SectionProps) {
  const [limit, setLimit] = useState(PAGE)
  return (
    <>
      <h3 className="caption mt-4">
        {heading} <span className="font-mono font-normal">{count}</span>
      </h3>
      {count === 0 && <p className="text-muted">{empty}</p>}
      <ul className="divide-y divide-line">{children(limit)}</ul>
      {count > limit && (
        <Button variant="secondary" size="small" onClick={() => setLimit(limit + PAGE)} className="mt-2">
          Show more
        </Button>
      )}
    </>
  )
}

type ItemProps = { id: string; followed: Followed; name: string; children: ReactNode }

function FollowedItem({ id, followed, name, children }: ItemProps) {
  const [setFollowed] = useSetFollowedMutation()
  const item = useRef<HTMLLIElement>(null)

  function unfollow() {
    const moveFocus = focusAfterRemoval(item.current)
    void setFollowed({ followed, isFollowed: false })
    requestAnimationFrame(moveFocus)
  }

  return (
    <li ref={item} data-item={id} tabIndex={-1} className="flex min-h-12 items-center gap-3 py-2">
      {children}
      <Button variant="quiet" size="small" onClick={unfollow} className="ml-auto">
        Unfollow
        <span className="sr-only"> {name}</span>
      </Button>
    </li>
  )
}
