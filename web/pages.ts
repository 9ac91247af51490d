import { type ComponentType, lazy } from 'react'
import { matchPath } from 'react-router'

function page(path: string, load: () => Promise<ComponentType>) {
  return { path, load, Page: lazy(async () => ({ default: await load() })) }
}

/** The pages for anyone; the landing page is part of the first load. */
export const publicPages = [
  page('/login', async () => (await import('./accounts/login-page.tsx')).LoginPage),
  page('/register', async () => (await import('./accounts/register-page.tsx')).RegisterPage),
  page('/profiles', async () => (await import('./profiles/profiles-page.tsx')).ProfilesPage),
  page('/profile/:id', async () => (await import('./profiles/profile-page.tsx')).ProfilePage),
]

/** The pages for those who are logged in. */
export const memberPages = [
  page('/dashboard', async () => (await import('./profiles/dashboard-page.tsx')).DashboardPage),
  page('/create-profile', async () => (await import('./profiles/create-profile-page.tsx')).CreateProfilePage),
  page('/edit-profile', async () => (await import('./profiles/edit-profile-page.tsx')).EditProfilePage),
  page('/add-experience', async () => (await import('./profiles/add-experience-page.tsx')).AddExperiencePage),
  page('/add-education', async () => (await import('./profiles/add-education-page.tsx')).AddEducationPage),
  page('/posts', async () => (await import('./posts/posts-page.tsx')).PostsPage),
  page('/posts/:id', async () => (await import('./posts/post-page.tsx')).PostPage),
]

export function preloadPage(pathname: string): void {
  const wanted = [...publicPages, ...memberPages].find(({ path }) => matchPath(path, pathname))
  // If it fails, the page itself will say so when it is shown.
  wanted?.load().catch(() => {})
}
