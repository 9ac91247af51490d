import type { Profile } from '../../../contract/profiles.ts'
import { Prose } from '../markdown/prose.tsx'
import { SkillList } from './skill-list.tsx'

export function ProfileBio({ profile }: { profile: Profile }) {
  return (
    <section className="print:mt-6">
      <h2 className="text-xl font-semibold">
        <bdi>{firstName(profile.user.name)}</bdi>'s Bio
      </h2>
      <Prose text={profile.bio ?? ''} html={profile.html ?? undefined} className="mt-2 text-post" />
    </section>
  )
}

export function ProfileSkills({ profile: { skills, user } }: { profile: Profile }) {
  return (
    <section className="print:mt-6">
      <h2 className="mb-2 text-xl font-semibold">Skill Set</h2>
      <SkillList skills={skills} linked={user.handle !== ''} />
    </section>
  )
}

const firstName = (name: string) => name.trim().split(/\s+/)[0]
