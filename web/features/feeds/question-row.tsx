import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { splitTitle } from '../../../contract/pages/excerpts.ts'
import type { Post } from '../../../contract/posts.ts'
import { formatAge, formatDay } from '../../ui/dates.ts'
import { AuthorLink } from '../../ui/person-name.tsx'
import { addressOfFeed } from '../posts/feeds.ts'
import { countAnswers } from '../posts/questions.tsx'

const MOST_TAGS = 3

export function QuestionRow({ post }: { post: Post }) {
  const { title, rest } = splitTitle(post.text)
  const count = countAnswers(post)
  return (
    <article className="relative flex gap-4">
      <p
        className={`grid h-12 w-16 shrink-0 content-center rounded-lg border text-center text-sm leading-4 ${post.solved ? 'border-transparent bg-fresh-soft text-fresh' : 'border-line text-muted'}`}
      >
        <span className="flex items-center justify-center gap-1 font-mono text-base leading-5 font-semibold">
          {post.solved && <Check size={14} role="img" aria-label="Solved" />}
          {count}
        </span>{' '}
        {count === 1 ? 'answer' : 'answers'}
      </p>
      <div className="min-w-0 flex-1">
        <h2 dir="auto" className="leading-6 font-semibold">
          <Link
            to={`/posts/${post._id}`}
            data-key="r"
            className="stretched-link line-clamp-1 hover:underline max-sm:line-clamp-2"
          >
            {title}
          </Link>
        </h2>
        <p dir="auto" className="line-clamp-1 text-sm text-muted">
          {rest}
        </p>
        <div className="flex gap-x-2 text-sm leading-6 whitespace-nowrap text-muted">
          <AuthorLink id={post.user} className="relative z-1 max-w-1/2 truncate">
            <bdi className="group-hover:underline">{post.name}</bdi>
          </AuthorLink>
          <span>{formatAge(post.date) || formatDay(post.date)}</span>
          <p className="tag-strip pointer-events-none relative z-1 flex gap-x-2 font-mono">
            {(post.tags ?? []).slice(0, MOST_TAGS).map((tag) => (
              <Link
                key={tag}
                to={addressOfFeed({ name: 'all', tag })}
                className="pointer-events-auto rounded -outline-offset-2 hover:text-ink hover:underline"
              >
                <bdi>#{tag}</bdi>
              </Link>
            ))}
          </p>
        </div>
      </div>
    </article>
  )
}
