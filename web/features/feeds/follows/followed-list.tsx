import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { useAppDispatch } from '../../../app/state/store.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { focusAfterRemoval } from '../../../ui/lists/focus.ts'
import { CountedList } from '../../../ui/lists/paged-list.tsx'
import { type Followed, setFollowed, useFollows } from './follow-api.ts'

export function FollowedList() {
  const { people, tags, status, retry } = useFollows()
  return (
    <section>
      <h2 className="text-lg font-semibold">Following</h2>
      <p className="mt-1 text-muted">
        Their posts appear in your Following feed. Only you can see this list.
      </p>
      {status === 'failed' && (
        <div className="mt-3">
          <Failure msg="Couldn't load this list." onRetry={retry} />
        </div>
      )}
      {status === 'ready' && (
        <>
          <CountedList
            heading="People"
            empty="No one yet. Use the Follow button on a profile."
            items={people}
          >
            {(person) => (
              <FollowedItem key={person._id} id={person._id} followed={{ person }} name={person.name}>
                <Avatar id={person._id} name={person.name} src={person.avatar} size="small" />
                <Link
                  to={`/profile/${person._id}`}
                  className="min-w-0 truncate py-0.5 font-medium hover:underline"
                >
                  <bdi>{person.name}</bdi>
                </Link>
              </FollowedItem>
            )}
          </CountedList>
          <CountedList heading="Tags" empty="No tags yet. Use the Follow button on a tag page." items={tags}>
            {(tag) => (
              <FollowedItem key={tag} id={`#${tag}`} followed={{ tag }} name={`#${tag}`}>
                <Link
                  to={`/posts?tag=${encodeURIComponent(tag)}`}
                  className="min-w-0 truncate py-0.5 font-mono hover:underline"
                >
                  <bdi>#{tag}</bdi>
                </Link>
              </FollowedItem>
            )}
          </CountedList>
        </>
      )}
    </section>
  )
}

type ItemProps = { id: string; followed: Followed; name: string; children: ReactNode }

function FollowedItem({ id, followed, name, children }: ItemProps) {
  const dispatch = useAppDispatch()
  const item = useRef<HTMLLIElement>(null)

  function unfollow() {
    const moveFocus = focusAfterRemoval(item.current)
    void dispatch(setFollowed(followed, false))
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
