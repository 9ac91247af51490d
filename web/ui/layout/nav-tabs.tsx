import { Link } from '../routing/link.tsx'

type Props = { label: string; tabs: { to: string; text: string }[]; current: string; className?: string }

/** One line, which scrolls to the current tab and fades out beyond the text. */
export function NavTabs({ label, tabs, current, className = '' }: Props) {
  return (
    <div className={`nav-tabs -mt-3 mb-6 ${className}`}>
      <ul
        aria-label={label}
        className="-mx-4 mask-x-from-[calc(100%-1rem)] px-4 columns:mx-0 columns:mask-none columns:px-0"
      >
        {tabs.map(({ to, text }) => {
          const isCurrent = to === current
          return (
            <li key={to} ref={isCurrent ? showTab : undefined}>
              <Link to={to} aria-current={isCurrent ? 'page' : undefined}>
                {text}
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function showTab(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'center' })
}
