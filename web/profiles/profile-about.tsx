import type { Profile } from '../../contract/profiles.ts'
import { Prose } from '../ui/prose.tsx'
import { SkillList } from './skill-list.tsx'

export function ProfileAbout({ profile }: { profile: Profile }) {
  return (
    <section className="card grid gap-6 p-6 sm:p-8 print:gap-4">
      {profile.bio && (
        <div>
          <h2 className="text-xl font-semibold">
            <bdi>{firstName(profile.user.name)}</bdi>'s Bio
          </h2>
          <Prose text={profile.bio} className="mt-2" />
        </div>
      )}
      <div>
        <h2 className="mb-3 text-xl font-semibold">Skill Set</h2>
        <SkillList skills={profile.skills} />
      </div>
    </section>
  )
}

const firstName = (name: string) => name.trim().split(/\s+/)[0]
