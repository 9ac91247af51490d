import { prefetch, sendToken } from './client.ts'
import { prepare } from './pages.ts'
import { storedToken } from './storage.ts'
import './styles.css'

// This small script runs long before React has loaded, so it requests everything the first screen needs.
const token = storedToken()
sendToken(token)
if (token) prefetch('GET /api/auth', {})
dropPrerendered(token !== null)
prepare(location.pathname, token !== null)
import('./start.tsx')

/** The landing page comes with its content, which is for guests; styles have hidden it from members so far. */
function dropPrerendered(isMember: boolean): void {
  if (isMember || location.pathname !== '/') document.getElementById('root')?.replaceChildren()
  delete document.documentElement.dataset.member
}
