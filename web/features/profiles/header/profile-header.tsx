import type { ReactNode } from 'react'
import type { BadgeRole } from '../../../../contract/accounts.ts'
import type { Head } from '../../../../contract/pages/heads.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { monthOfId } from '../../../ui/dates.ts'
import { PageHeading } from '../../../ui/layout/page.tsx'
import { PatternImage } from '../../../ui/pattern.tsx'
import { Handle, RoleBadge } from '../../../ui/person-name.tsx'

const LONG_NAME = 24

export type ProfileHeaderProps = {
  person: { _id: string; name: string; handle: string; avatar: string; badge?: BadgeRole | undefined }
  head: Partial<Head>
  lead: ReactNode
  location?: string | null
  links?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

export function ProfileHeader(props: ProfileHeaderProps) {
  const { person, head, lead, location, links, actions, children } = props
  const { _id, name, avatar } = person
  const joined = monthOfId(_id)
  const fact = 'before:mx-0.5 before:content-["_·_"] first:before:hidden print:before:hidden'
  return (
    <section data-item={_id} tabIndex={-1}>
      <PatternImage id={_id} columns={48} rows={4} className="h-24 w-full rounded-2xl print:hidden" />
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 columns:grid-cols-[auto_minmax(0,1fr)_auto] columns:gap-x-4 print:block">
        <div className="-mt-12 -ml-1.5 self-start rounded-[1.375rem] bg-canvas p-1.5 columns:-mt-10 print:hidden">
          <Avatar id={_id} name={name} src={avatar} size="huge" />
        </div>
        <div className="max-columns:col-span-2 max-columns:row-start-2 max-columns:mt-1 columns:mt-2.5">
          <PageHeading
            head={head}
            className={`font-semibold tracking-tight ${name.length > LONG_NAME ? 'text-2xl' : 'text-3xl max-[22rem]:text-2xl'}`}
          >
            <bdi>{name}</bdi>
          </PageHeading>
          <p className="flex flex-wrap items-center gap-x-2 text-lg empty:hidden">
            <span className="min-w-0 empty:hidden">{lead}</span>
            <RoleBadge role={person.badge} />
          </p>
          <div className="flex flex-wrap items-center gap-x-2 text-muted">
            <p>
              <Handle person={person} className={`${fact} text-sm print:hidden`} />
              {location && (
                <span className={fact}>
                  <bdi>{location}</bdi>
                </span>
              )}
              {joined && <span className={`${fact} print:hidden`}>Joined {joined}</span>}
            </p>
            {links}
          </div>
        </div>
        <div className="flex flex-wrap items-center justify-end gap-1 self-start pt-2 empty:hidden columns:pt-3 print:hidden">
          {actions}
        </div>
      </div>
      {children}
    </section>
  )
}
