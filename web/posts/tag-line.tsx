import type { Post } from '../../contract/posts.ts'
import { Link } from '../ui/link.tsx'

/** Which posts are shown where a tag was followed. */
export function TagLine({ tag, count }: { tag: string; count: number }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 border-b border-line py-3">
      <span>
        {count === 0 ? 'No post with ' : 'Posts with '}
        <bdi className="font-mono">#{tag}</bdi>
        {count === 0 && ' among those loaded so far'}
      </span>
      <Link to="/posts" className="text-link ml-auto rounded text-sm">
        All posts
      </Link>
    </p>
  )
}

/** A server may know no tags. */
export const hasTag = ({ tags }: Partial<Post>, tag: string): boolean => tags?.includes(tag) ?? false
