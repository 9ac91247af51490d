import { Globe, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { SOCIAL_NETWORKS } from '../../contract/limits.ts'
import type { Profile } from '../../contract/profiles.ts'
import { Avatar } from '../ui/avatar.tsx'
import { PageHeading } from '../ui/page.tsx'
import { isWebAddress } from '../ui/split-links.ts'
import { BrandIcon } from './brand-icon.tsx'
import { Job } from './job.tsx'
import { networkNames } from './social-networks.ts'

export function ProfileTop({ profile }: { profile: Profile }) {
  const { user, location, website, social } = profile
  return (
    <section className="card flex flex-col items-center gap-4 p-6 text-center sm:flex-row sm:gap-6 sm:p-8 sm:text-left print:flex-row print:text-left">
      <Avatar name={user.name} src={user.avatar} size="huge" />
      <div className="min-w-0">
        <PageHeading title={user.name} className="text-3xl font-semibold">
          <bdi>{user.name}</bdi>
        </PageHeading>
        <p className="mt-1 text-lg">
          <Job profile={profile} />
        </p>
        {location && (
          <p className="mt-1 inline-flex items-start gap-1 text-muted">
            <MapPin size={16} aria-hidden="true" className="mt-1 shrink-0" />
            <bdi>{location}</bdi>
          </p>
        )}
        <ul className="mt-3 -ml-2 flex flex-wrap gap-1 max-sm:justify-center print:block">
          {isLink(website) && (
            <IconLink href={website} label="Website">
              <Globe size={20} aria-hidden="true" />
            </IconLink>
          )}
          {SOCIAL_NETWORKS.map((network) => {
            const href = social[network]
            return (
              isLink(href) && (
                <IconLink key={network} href={href} label={networkNames[network]}>
                  <BrandIcon network={network} />
                </IconLink>
              )
            )
          })}
        </ul>
      </div>
    </section>
  )
}

const isLink = (address: string | null): address is string => address !== null && isWebAddress(address)

/** An icon on the screen; on paper, where nothing can be clicked, the address itself. */
function IconLink({ href, label, children }: { href: string; label: string; children: ReactNode }) {
  return (
    <li>
      <a
        href={href}
        target="_blank"
        rel="nofollow ugc noopener"
        aria-label={label}
        title={href}
        className="grid size-9 place-items-center rounded-lg text-muted hover:bg-sunken hover:text-accent print:hidden"
      >
        {children}
      </a>
      <span className="hidden text-sm print:inline print:ml-2">{href}</span>
    </li>
  )
}
