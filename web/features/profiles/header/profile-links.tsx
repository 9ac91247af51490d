import { Globe } from 'lucide-react'
import type { ReactNode } from 'react'
import { asSocialAddress, asWebAddress } from '../../../../contract/fields/web-address.ts'
import { SOCIAL_NETWORKS } from '../../../../contract/limits.ts'
import type { Profile } from '../../../../contract/profiles.ts'
import { BrandIcon } from './brand-icon.tsx'
import { networkNames } from './social-networks.ts'

export function ProfileLinks({ profile: { website, social } }: { profile: Profile }) {
  const site = asWebAddress(website ?? '')
  return (
    <ul className="-ml-2 flex flex-wrap empty:hidden pointer-coarse:-ml-3 print:ml-0 print:gap-x-4">
      {site && (
        <IconLink href={site} label="Website">
          <Globe size={18} aria-hidden="true" />
        </IconLink>
      )}
      {SOCIAL_NETWORKS.map((network) => {
        const href = asSocialAddress(social[network] ?? '', network)
        return (
          href && (
            <IconLink key={network} href={href} label={networkNames[network]}>
              <BrandIcon network={network} />
            </IconLink>
          )
        )
      })}
    </ul>
  )
}

const inPrint = (href: string) => href.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')

function IconLink({ href, label, children }: { href: string; label: string; children: ReactNode }) {
  return (
    <li>
      <a
        href={href}
        target="_blank"
        rel="me nofollow ugc noopener"
        aria-label={label}
        title={href}
        className="grid size-9 place-items-center rounded-lg text-muted hover:bg-sunken hover:text-accent pointer-coarse:size-11 print:hidden"
      >
        {children}
      </a>
      <span className="hidden print:inline">{inPrint(href)}</span>
    </li>
  )
}
