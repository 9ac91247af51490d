import { Link } from 'react-router'

type Props = {
  label: string
  tabs: { to: string; text: string; count?: string | undefined }[]
  current: string
  className?: string
}

/** One line, which scrolls to the current tab and fades out beyond the text. */
export function NavTabs({ label, tabs, current, className = '' }: Props) {
  return (
    <div className={`nav-tabs -mt-3 mb-6 ${className}`}>
      <ul aria-label={label}>
        {tabs.map(({ to, text, count }) => {
          const isCurrent = to === current
          return (
            <li key={to} ref={isCurrent ? showTab : undefined}>
              <Link to={to} aria-current={isCurrent ? 'page' : undefined}>
                <span>
                  {text}
                  {count && <span className="font-mono font-normal text-muted"> {count}</span>}
                </span>
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
