import { Link, useLocation } from 'react-router'
import { PAGE_HEADS, SITE } from '../../contract/pages/heads.ts'
import { useSite } from './state/use-site.ts'

export function Footer() {
  const { name, pages, isExtended } = useSite()
  const { pathname, search } = useLocation()
  return (
    <footer className="grid justify-items-center gap-2 border-t border-line px-4 py-6 text-center text-sm text-muted max-sm:mb-14 print:hidden">
      {isExtended && (
        <ul className="flex flex-wrap justify-center gap-x-5">
          {pages.map((page) => (
            <li key={page}>
              <Link to={`/${page}`} className="footer-link">
                {PAGE_HEADS[`/${page}`].title}
              </Link>
            </li>
          ))}
          <li>
            <Link to="/report" state={{ from: pathname + search }} className="footer-link">
              Report content
            </Link>
          </li>
        </ul>
      )}
      <p>
        <span className="font-mono">&lt;/&gt;</span> {name === SITE.name ? null : <bdi>{name}. </bdi>}Made for
        people who code. Hosted by you.
      </p>
    </footer>
  )
}
