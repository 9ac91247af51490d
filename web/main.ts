import { prefetch, sendToken } from './api.ts'
import { prepare } from './pages.ts'
import { storedToken } from './storage.ts'
import './styles.css'

// This small script runs long before React has loaded, so it requests everything the first screen needs.
const token = storedToken()
sendToken(token)
if (token) prefetch('GET /api/auth', {})
prepare(location.pathname, token !== null)
import('./start.tsx')
