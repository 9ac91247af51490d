import { ChevronDown } from 'lucide-react'
import { SOCIAL_NETWORKS } from '../../contract/limits.ts'
import type { Profile } from '../../contract/profiles.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { networkNames } from './social-networks.ts'

type Props = {
  isOpen: boolean
  onToggle: () => void
  social: Profile['social'] | undefined
  errorOf: (field: string) => string | undefined
}

/** Folded away they are still part of the form, and keep what they hold. */
export function SocialFields({ isOpen, onToggle, social, errorOf }: Props) {
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button look="secondary" onClick={onToggle} aria-expanded={isOpen} aria-controls="social-fields">
          Add Social Network Links
          <ChevronDown
            size={17}
            aria-hidden="true"
            className={`motion-safe:transition-transform ${isOpen ? 'rotate-180' : ''}`}
          />
        </Button>
        <span className="text-sm text-muted">Optional</span>
      </div>
      <div id="social-fields" hidden={!isOpen} className="mt-5">
        <div className="grid gap-5 sm:grid-cols-2">
          {SOCIAL_NETWORKS.map((network) => (
            <Field
              key={network}
              label={networkNames[network]}
              name={network}
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              placeholder={`https://${network}.com/...`}
              defaultValue={social?.[network] ?? ''}
              error={errorOf(network)}
            />
          ))}
        </div>
      </div>
    </div>
  )
}
