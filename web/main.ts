import { askAhead, sendToken } from './api.ts'
import { prepare } from './pages.ts'
import { storedToken } from './storage.ts'
import './styles.css'

// These few lines arrive long before React does, so all that the first screen needs is on its way early.
const token = storedToken()
sendToken(token)
if (token) askAhead('GET /api/auth', {})
prepare(location.pathname, token !== null)
import('./start.tsx')
