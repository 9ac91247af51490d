import {
  faFacebook,
  faInstagram,
  faLinkedin,
  faXTwitter,
  faYoutube,
} from '@fortawesome/free-brands-svg-icons'
import type { SocialNetwork } from './social-networks.ts'

const icons = {
  twitter: faXTwitter,
  facebook: faFacebook,
  youtube: faYoutube,
  linkedin: faLinkedin,
  instagram: faInstagram,
}

export function BrandIcon({ network }: { network: SocialNetwork }) {
  const [width, height, , , path] = icons[network].icon
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className="size-[1.125rem] fill-current" aria-hidden="true">
      <path d={String(path)} />
    </svg>
  )
}
