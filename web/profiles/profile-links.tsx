import { Globe } from 'lucide-react'
import type { ReactNode } from 'react'
import { SOCIAL_NETWORKS } from '../../contract/limits.ts'
import type { Profile } from '../../contract/profiles.ts'
import { isWebAddress } from '../ui/split-links.ts'
import { BrandIcon } from './brand-icon.tsx'
import { networkNames } from './social-networks.ts'

/** The website and the social networks, if there are any. */
export function ProfileLinks({ profile: { website, social } }: { profile: Profile }) {
  return (
    <ul className="mt-2 -ml-2 flex flex-wrap gap-1 empty:hidden print:ml-0 print:gap-x-4">
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
  )
}

const isLink = (address: string | null): address is string => address !== null && isWebAddress(address)

/** The address as people write it. */
const inPrint = (href: string) => href.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')

/** An icon on the screen; in print, the address itself. */
function IconLink({ href, label, children }: { href: string; label: string; children: ReactNode }) {
  return (
    <li>
      <a
        href={href}
        target="_blank"
        rel="nofollow ugc noopener"
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
