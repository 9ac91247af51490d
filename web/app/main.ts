import { firstSpinnerDelay } from '../ui/first-spinner-delay.ts'
import image from '../ui/spinner.svg?no-inline'
import { prefetch, sendToken } from './api/client.ts'
import { storedToken } from './api/storage.ts'
import { prepare } from './pages.ts'
import './styles.css'

// Runs long before React has loaded, so it requests everything that the first screen needs.
const token = storedToken()
sendToken(token)
if (token) prefetch('GET /api/auth', {})
dropPrerendered(token !== null)
prepare(location.pathname, token !== null)
import('./start.tsx')

/** The landing page arrives with content for guests; until now, styles have hidden it from members. */
function dropPrerendered(isMember: boolean): void {
  if (isMember || location.pathname !== '/') document.getElementById('root')?.replaceChildren(firstSpinner())
  delete document.documentElement.dataset.member
}

/** Until React has loaded. */
function firstSpinner(): HTMLElement {
  const spinner = Object.assign(new Image(), { src: image, alt: 'Loading...', className: 'first-spinner' })
  spinner.style.animationDelay = firstSpinnerDelay()
  return spinner
}
