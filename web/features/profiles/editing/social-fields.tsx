import { ChevronDown } from 'lucide-react'
import { SOCIAL_NETWORKS } from '../../../../contract/limits.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import type { ShownError } from '../../../ui/forms/use-form.ts'
import { networkNames, type SocialLinks, type SocialNetwork } from '../header/social-networks.ts'

type Props = {
  isOpen: boolean
  onToggle: () => void
  links: SocialLinks
  onChange: (network: SocialNetwork, link: string) => void
  errorOf: (field: string) => ShownError | undefined
}

/** The inputs exist only while the block is open; the form keeps their values. */
export function SocialFields({ isOpen, onToggle, links, onChange, errorOf }: Props) {
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button variant="secondary" onClick={onToggle} aria-expanded={isOpen} aria-controls="social-fields">
          Add Social Network Links
          <ChevronDown
            size={17}
            aria-hidden="true"
            className={`motion-safe:transition-transform ${isOpen ? 'rotate-180' : ''}`}
          />
        </Button>
        <span className="text-sm text-muted">Optional</span>
      </div>
      <div id="social-fields">
        {isOpen && (
          <div className="mt-5 grid gap-5 sm:grid-cols-2">
            {SOCIAL_NETWORKS.map((network) => (
              <Field
                key={network}
                label={networkNames[network]}
                name={network}
                inputMode="url"
                autoComplete="off"
                autoCapitalize="none"
                placeholder={`https://${network}.com/...`}
                value={links[network]}
                onChange={(event) => onChange(network, event.target.value)}
                error={errorOf(network)}
              />
            ))}
          </div>
        )}
      </div>
    </div>
  )
}
