import { MapPin } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'react-router'
import type { Profile } from '../../../contract/profiles.ts'
import type { AnswerCount } from '../../../contract/search.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Handle } from '../../ui/person-name.tsx'
import { plural } from '../../ui/plural.ts'
import { Job } from './job.tsx'
import { SkillList } from './skill-list.tsx'
import { VerifiedMark } from './verified-mark.tsx'

const SKILLS_IN_A_LIST = 4

type Props = {
  profile: Profile
  wanted?: string[]
  answers?: AnswerCount | undefined
}

export const ProfileCard = memo(function ProfileCard({ profile, wanted = [], answers }: Props) {
  const { user, location, skills } = profile
  const isWanted = (skill: string) => wanted.some((other) => other.toLowerCase() === skill.toLowerCase())
  const listed = new Set([...skills.filter(isWanted), ...skills].slice(0, SKILLS_IN_A_LIST))
  // By the handle, because a link by the id is "View Profile".
  const address = user.handle && `/@${user.handle}`
  const avatar = <Avatar id={user._id} name={user.name} src={user.avatar} size="large" />
  const name = <bdi>{user.name}</bdi>
  return (
    <div className="flex gap-4">
      {address ? (
        <Link to={address} tabIndex={-1} aria-hidden="true" className="self-start rounded-xl">
          {avatar}
        </Link>
      ) : (
        avatar
      )}
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <div className="min-w-0 flex-1 basis-40">
            <div className="flex flex-wrap items-center gap-x-1.5">
              <h2 className="text-lg leading-6 font-semibold">
                {address ? (
                  <Link to={address} className="rounded hover:underline">
                    {name}
                  </Link>
                ) : (
                  name
                )}
              </h2>
              <VerifiedMark isVerified={profile.githubVerified} />
            </div>
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
        <div className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <SkillList
            skills={skills.filter((skill) => listed.has(skill))}
            linked={user.handle !== ''}
            marked={skills.filter(isWanted)}
          />
          {answers && (
            <p className="text-sm font-medium text-fresh">
              {plural(answers.count, 'answer')} in <bdi className="font-mono">#{answers.tag}</bdi>
            </p>
          )}
        </div>
      </div>
    </div>
  )
})
