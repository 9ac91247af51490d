import { useSite } from '../../app/state/use-site.ts'

const TEXTS = [
  { page: 'rules', text: 'the rules' },
  { page: 'privacy', text: 'the privacy policy' },
] as const

export function Agreement({ className = '' }: { className?: string }) {
  const { pages } = useSite()
  const [first, second] = TEXTS.filter(({ page }) => pages.includes(page))
  if (!first) return null
  return (
    <p className={`text-sm text-muted ${className}`}>
      By signing up you agree to <PageLink {...first} />
      {second && ' and '}
      {second && <PageLink {...second} />}
    </p>
  )
}

/** In another tab, because what has been typed would be lost. */
function PageLink({ page, text }: { page: string; text: string }) {
  return (
    <a href={`/${page}`} target="_blank" rel="noopener" className="text-link">
      {text}
    </a>
  )
}
