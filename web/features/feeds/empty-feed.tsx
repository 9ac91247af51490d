import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Empty } from '../../ui/lists/empty.tsx'
import { ASK } from '../../ui/routing/use-go.ts'
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
      <EmptyText command="follow --list">
        Posts from people and tags you follow appear here. <To to="/profiles">Find people</To>
      </EmptyText>
    )
  }
  if (name === 'for-me') {
    return (
      <EmptyText command="posts --open | grep -f skills">
        Unsolved questions that match your skills appear here. <To to="/edit-profile">Edit your skills</To>
      </EmptyText>
    )
  }
  if (name === 'unanswered') return <EmptyText command="posts --open">No unsolved questions.</EmptyText>
  if (name === 'questions') {
    return (
      <EmptyText command="posts --questions">
        No questions yet. {isMember && <To to={`/posts${ASK}`}>Ask the first one</To>}
      </EmptyText>
    )
  }
  return <EmptyText command="tail -f posts">No posts yet.{isMember && ' Write the first one.'}</EmptyText>
}

function EmptyText({ command, children }: { command: string; children: ReactNode }) {
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
