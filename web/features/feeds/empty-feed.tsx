import type { ReactNode } from 'react'
import { Empty } from '../../ui/lists/empty.tsx'
import { Link } from '../../ui/routing/link.tsx'
import { ASK } from '../../ui/routing/write-hash.ts'
import type { Feed } from '../posts/feeds.ts'

export function EmptyFeed({ feed: { name, tag }, isMember }: { feed: Feed; isMember: boolean }) {
  if (tag !== undefined) {
    return (
      <Empty command={`grep -r '#${tag}' posts`}>
        <p>
          {name === 'all' ? 'No posts' : 'No questions'} with <bdi className="font-mono">#{tag}</bdi> yet.
        </p>
      </Empty>
    )
  }
  if (name === 'following') {
    return (
      <Told command="follow --list">
        Posts from people and tags you follow appear here. <To to="/profiles">Find people</To>
      </Told>
    )
  }
  if (name === 'for-me') {
    return (
      <Told command="posts --open | grep -f skills">
        Unsolved questions that match your skills appear here. <To to="/edit-profile">Edit your skills</To>
      </Told>
    )
  }
  if (name === 'unanswered') return <Told command="posts --open">No unsolved questions.</Told>
  if (name === 'questions') {
    return (
      <Told command="posts --questions">
        No questions yet. {isMember && <To to={`/posts${ASK}`}>Ask the first one</To>}
      </Told>
    )
  }
  return <Told command="tail -f posts">No posts yet.{isMember && ' Write the first one.'}</Told>
}

function Told({ command, children }: { command: string; children: ReactNode }) {
  return (
    <Empty command={command}>
      <p>{children}</p>
    </Empty>
  )
}

function To({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="text-link rounded">
      {children}
    </Link>
  )
}
