import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Avatar } from '../../ui/avatar.tsx'
import { formatAge, formatDay, formatExactly } from '../../ui/dates.ts'
import { Moment, titled } from '../../ui/moment.tsx'
import { AuthorLink, Handle, RoleBadge } from '../../ui/person-name.tsx'
import { Prose } from '../markdown/prose.tsx'
import { FoldedProse } from './folded-prose.tsx'
import type { PostOrComment } from './post-or-comment.ts'

type Props = {
  item: PostOrComment
  folds?: boolean
  address?: string
  isSmall?: boolean
  mark?: ReactNode
  corner?: ReactNode
  form?: ReactNode
  actions?: ReactNode
  moreActions?: ReactNode
  children?: ReactNode
}

export function PostBody(props: Props) {
  const { item, folds = false, isSmall = false, corner, form, actions, moreActions, children } = props
  const { body, tags } = item.html === undefined ? WITHOUT_HTML : splitTags(item.html)
  const tagRow = <TagRow tags={tags} isInline={false} />
  const row = (actions || moreActions) && (
    <div className="-mt-1 forced-colors:mt-1 -ml-2 flex max-sm:-mt-1.5 min-h-9 items-center gap-0.5">
      {actions}
      <TagRow tags={tags} isInline />
      {moreActions && <div className="-mr-2 ml-auto flex pointer-coarse:-mr-3">{moreActions}</div>}
    </div>
  )
  return (
    <article className={`relative ${isSmall ? 'sm:pl-10' : 'sm:pl-13'}`}>
      <header
        className={`flex justify-between gap-2 ${isSmall ? 'min-h-8 max-sm:pl-10' : 'max-sm:min-h-9 max-sm:pl-12'}`}
      >
        <Byline {...props} />
        {corner && <div className="-mt-2 -mr-2 -mb-3 flex shrink-0 pointer-coarse:-mt-3">{corner}</div>}
      </header>
      {form ? (
        <>
          {form}
          {row}
        </>
      ) : folds ? (
        <FoldedProse text={item.text} html={body} className="text-post mt-0.5 max-sm:text-base/[1.5]">
          {row || tagRow}
        </FoldedProse>
      ) : (
        <>
          <Prose text={item.text} html={body} className="text-post mt-2 sm:mt-1" />
          {tagRow}
        </>
      )}
      {children}
    </article>
  )
}

const WITHOUT_HTML = { body: undefined, tags: [] }

function Byline({ item, address, isSmall = false, mark }: Props) {
  const age = formatAge(item.date)
  const date = <Moment date={item.date} />
  return (
    <div className="flex min-w-0 flex-wrap items-baseline gap-x-2 max-sm:block">
      <div className="flex min-w-0 items-baseline gap-x-2 max-sm:leading-5">
        <div className="flex min-w-0 items-baseline">
          <AuthorLink id={item.user} className="max-w-full shrink-0 font-semibold">
            <Avatar
              id={item.user}
              name={item.name}
              src={item.avatar}
              size={isSmall ? 'small' : 'normal'}
              className={`absolute top-0 left-0 ${isSmall ? '' : 'max-sm:size-9'}`}
            />
            <bdi className="line-clamp-2 group-hover:underline">{item.name}</bdi>
          </AuthorLink>
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
        {item.edited && <EditedMark edited={item.edited} />}
      </p>
    </div>
  )
}

function EditedMark({ edited }: { edited: string }) {
  return (
    <span onPointerEnter={titled(() => formatExactly(edited))} className="whitespace-nowrap">
      edited {formatAge(edited) || `on ${formatDay(edited)}`}
    </span>
  )
}

type TagLink = { text: string; address: string }

const TAG = '<a class="tag" href="([^"]*)">(#[^<]*)</a>'
const ONLY_TAGS = new RegExp(`^\\n<p>(?:${TAG}(?:\\s|<br>)*)+</p>\\s*$`)

/** Takes a last paragraph of nothing but tags out of the HTML. */
function splitTags(html: string): { body: string; tags: TagLink[] } {
  const at = html.lastIndexOf('\n<p>')
  const end = at === -1 ? '' : html.slice(at)
  if (!ONLY_TAGS.test(end)) return { body: html, tags: [] }
  const links = end.matchAll(new RegExp(TAG, 'g'))
  return {
    body: html.slice(0, at),
    tags: Array.from(links, ([, address = '', text = '']) => ({ text, address })),
  }
}

/** In a row of actions it takes the width that is left, and scrolls. */
function TagRow({ tags, isInline }: { tags: TagLink[]; isInline: boolean }) {
  if (tags.length === 0) return null
  return (
    <ul className={`flex font-mono text-sm text-muted ${isInline ? 'tag-strip' : 'mt-1 -ml-1 flex-wrap'}`}>
      {tags.map(({ text, address }) => (
        <li key={address}>
          <Link
            to={address}
            className="inline-flex min-h-7 items-center rounded px-1 whitespace-nowrap -outline-offset-2 hover:text-ink hover:underline"
          >
            <bdi>{text}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  )
}
