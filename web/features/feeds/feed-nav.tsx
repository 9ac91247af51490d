import {
  CircleDashed,
  CircleQuestionMark,
  Lightbulb,
  type LucideIcon,
  MessagesSquare,
  Users,
} from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { FEEDS } from '../../../contract/limits.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { useIsExtended } from '../../app/state/use-site.ts'
import { IN_PLACE } from '../../ui/routing/route-change.tsx'
import { addressOfFeed, FEED_TITLES, type FeedName, isOwn, readFeed } from '../posts/feeds.ts'

const ICONS: Record<FeedName, LucideIcon> = {
  all: MessagesSquare,
  following: Users,
  questions: CircleQuestionMark,
  unanswered: CircleDashed,
  'for-me': Lightbulb,
}

type Props = {
  variant: 'column' | 'tabs'
  tag?: string
}

export function FeedNav({ variant, tag }: Props) {
  const { pathname, search } = useLocation()
  const isMember = useAppSelector((state) => state.auth.isAuthenticated === true)
  const isExtended = useIsExtended()
  if (!isExtended) return null
  const isOpen = pathname === '/posts'
  const current = readFeed(search)
  const offered = FEEDS.filter((name) => !isOwn(name) || (isMember && tag === undefined))
  const isInColumn = isMember && tag === undefined
  const tabs = isInColumn ? 'nav-tabs columns:hidden' : 'nav-tabs'
  return (
    <div className={variant === 'column' ? 'side-nav' : tabs}>
      <ul aria-label={tag === undefined ? 'Feeds' : 'Posts with this tag'}>
        {offered.map((name) => {
          const Icon = ICONS[name]
          const isCurrent = isOpen && current.tag === tag && current.name === name
          return (
            <li key={name}>
              <Link
                to={addressOfFeed({ name, tag })}
                state={isOpen && !isCurrent ? IN_PLACE : undefined}
                aria-current={isCurrent ? 'page' : undefined}
                className={variant === 'column' ? 'side-link' : undefined}
              >
                {variant === 'column' && <Icon size={18} aria-hidden="true" className="mx-0.75 shrink-0" />}
                {FEED_TITLES[name]}
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
