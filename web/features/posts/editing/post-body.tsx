import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Avatar } from '../../../ui/avatar.tsx'
import { formatAge } from '../../../ui/dates.ts'
import { Handle } from '../../../ui/handle.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { RoleBadge } from '../../../ui/role-badge.tsx'
import { Prose } from '../../markdown/prose.tsx'
import { FoldedProse } from '../folded-prose.tsx'
import type { PostOrComment } from '../post-or-comment.ts'
import { splitTags, TagRow } from '../tag-row.tsx'
import type { Target } from './edit-calls.ts'
import { useHistory } from './use-history.tsx'

type Props = {
  item: PostOrComment
  /** Undefined where the history opens elsewhere. */
  target?: Target
  /** In a list, where long texts are folded. */
  folds?: boolean
  address?: string
  isSmall?: boolean
  mark?: ReactNode
  corner?: ReactNode
  form?: ReactNode
  actions?: ReactNode
  /** At the end of the row of actions. */
  lastAction?: ReactNode
  children?: ReactNode
}

/** The text starts next to the picture, or below it on a phone. */
export function PostBody(props: Props) {
  const { item, target, folds = false, isSmall = false, corner, form, actions, lastAction, children } = props
  const Text = folds ? FoldedProse : Prose
  const { opener, history } = useHistory({ item, target })
  const { body, tags } = item.html === undefined ? WITHOUT_HTML : splitTags(item.html)
  const hasRow = Boolean(actions || lastAction)
  return (
    <article className={`relative ${isSmall ? 'sm:pl-10' : 'sm:pl-13'}`}>
      <header
        className={`flex justify-between gap-2 ${isSmall ? 'min-h-8 max-sm:pl-10' : 'max-sm:min-h-9 max-sm:pl-12'}`}
      >
        <Byline {...props} opener={opener} />
        {corner && <div className="-mt-2 -mr-2 -mb-3 flex shrink-0 pointer-coarse:-mt-3">{corner}</div>}
      </header>
      {history}
      {form || (
        <Text
          text={item.text}
          html={body}
          className={`text-post ${folds ? 'mt-0.5 max-sm:text-base/[1.5]' : 'mt-2 sm:mt-1'}`}
        />
      )}
      {!form && !hasRow && <TagRow tags={tags} isInline={false} />}
      {hasRow && (
        <div className="-mt-1 forced-colors:mt-1 -ml-2 flex max-sm:-mt-1.5 min-h-9 items-center gap-0.5">
          {actions}
          <TagRow tags={tags} isInline />
          {lastAction && <div className="-mr-2 ml-auto pointer-coarse:-mr-3">{lastAction}</div>}
        </div>
      )}
      {children}
    </article>
  )
}

const WITHOUT_HTML = { body: undefined, tags: [] }

/** One line, or two on a phone: who, and when. */
function Byline({ item, address, isSmall = false, mark, opener }: Props & { opener: ReactNode }) {
  const age = formatAge(item.date)
  const date = <Moment date={item.date} />
  return (
    <div className="flex min-w-0 flex-wrap items-baseline gap-x-2 max-sm:block">
      <div className="flex min-w-0 items-baseline gap-x-2 max-sm:leading-5">
        <div className="flex min-w-0 items-baseline">
          <Link to={`/profile/${item.user}`} className="group max-w-full shrink-0 rounded font-semibold">
            <Avatar
              id={item.user}
              name={item.name}
              src={item.avatar}
              size={isSmall ? 'small' : 'normal'}
              className={`absolute top-0 left-0 ${isSmall ? '' : 'max-sm:size-9'}`}
            />
            <bdi className="line-clamp-2 group-hover:underline">{item.name}</bdi>
          </Link>
          <span className="if-room font-mono text-sm">
            <Handle person={item} className="truncate pl-2" />
          </span>
        </div>
        <RoleBadge role={item.badge} />
        {mark}
      </div>
      <p className="flex flex-wrap gap-x-2 text-sm text-muted max-sm:leading-4">
        <span className="whitespace-nowrap">
          Posted on{' '}
          {address ? (
            <Link to={address} className="rounded hover:underline">
              {date}
            </Link>
          ) : (
            date
          )}
        </span>
        {age && <span className="whitespace-nowrap">{age}</span>}
        {opener}
      </p>
    </div>
  )
}
