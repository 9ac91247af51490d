import { MapPin } from 'lucide-react'
import { profileHead } from '../../../contract/pages/content-heads.ts'
import type { Profile } from '../../../contract/profiles.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Handle } from '../../ui/handle.tsx'
import { PageHeading } from '../../ui/layout/page.tsx'
import { Patterned } from '../../ui/patterned.tsx'
import { RoleBadge } from '../../ui/role-badge.tsx'
import { FollowPerson } from '../feeds/follows/follow-button.tsx'
import { usePersonMenu } from '../posts/menu/person-menu.tsx'
import { Job } from './job.tsx'
import { ProfileLinks } from './profile-links.tsx'
import { ShareProfile } from './share-profile.tsx'

const LONG_NAME = 24

export function ProfileTop({ profile }: { profile: Profile }) {
  const { user, location } = profile
  const { menu, reasonForm } = usePersonMenu({ noun: 'person', person: user, target: { user: user._id } })
  return (
    <section data-entry={user._id} tabIndex={-1} className="columns:col-span-2">
      <Patterned
        id={user._id}
        columns={32}
        rows={4}
        className="h-24 w-full rounded-2xl sm:h-32 print:hidden"
      />
      <div className="-mt-12 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 sm:-mt-14 print:mt-0">
        <div className="-ml-1.5 rounded-[1.375rem] bg-canvas p-1.5 print:hidden">
          <Avatar id={user._id} name={user.name} src={user.avatar} size="huge" />
        </div>
        <div className="flex flex-wrap items-center gap-y-1">
          <span className="mr-1 empty:hidden sm:mr-4">
            <FollowPerson person={user} />
          </span>
          <ShareProfile />
          <div className="-mr-2 sm:ml-3">{menu}</div>
        </div>
      </div>
      <div className="mt-3 print:mt-0">
        <PageHeading
          head={profileHead({ ...profile, name: user.name })}
          className={`font-semibold tracking-tight ${user.name.length > LONG_NAME ? 'text-2xl sm:text-3xl' : 'text-3xl max-[22rem]:text-2xl'}`}
        >
          <bdi>{user.name}</bdi>
        </PageHeading>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 empty:hidden print:hidden">
          <Handle person={user} />
          <RoleBadge role={user.badge} />
        </p>
        <p className="mt-1 text-lg">
          <Job profile={profile} />
        </p>
        {location && (
          <p className="mt-1 flex items-start gap-1.5 text-muted">
            <MapPin size={16} aria-hidden="true" className="mt-1 shrink-0" />
            <bdi>{location}</bdi>
          </p>
        )}
        <ProfileLinks profile={profile} />
      </div>
      {reasonForm}
    </section>
  )
}
