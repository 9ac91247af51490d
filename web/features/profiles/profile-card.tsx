import { MapPin } from 'lucide-react'
import { memo } from 'react'
import type { Profile } from '../../../contract/profiles.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Handle } from '../../ui/handle.tsx'
import { Job } from './job.tsx'
import { SkillList } from './skill-list.tsx'

const SKILLS_IN_A_LIST = 4

export const ProfileCard = memo(function ProfileCard({ profile }: { profile: Profile }) {
  const { user, location, skills } = profile
  return (
    <div className="flex gap-4">
      <Avatar id={user._id} name={user.name} src={user.avatar} size="large" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <div className="min-w-0 flex-1 basis-40">
            <h2 className="text-lg leading-6 font-semibold">
              <bdi>{user.name}</bdi>
            </h2>
            <Handle person={user} className="block truncate text-sm" />
            <p>
              <Job profile={profile} />
            </p>
          </div>
          <ButtonLink to={`/profile/${user._id}`} variant="secondary" size="small">
            View Profile
          </ButtonLink>
        </div>
        {location && (
          <p className="flex items-start gap-1.5 text-sm text-muted">
            <MapPin size={14} aria-hidden="true" className="mt-[3px] shrink-0" />
            <bdi>{location}</bdi>
          </p>
        )}
        <div className="mt-2.5">
          <SkillList skills={skills.slice(0, SKILLS_IN_A_LIST)} linked={user.handle !== ''} />
        </div>
      </div>
    </div>
  )
})
