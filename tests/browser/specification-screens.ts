// Texts, labels and controls of the specification, each with its simplest locator.
import { expect, type Locator, type Page } from '@playwright/test'

type Scope = Page | Locator

const locators = {
  text: (scope: Scope, text: string) => scope.getByText(text),
  heading: (scope: Scope, name: string) => scope.getByRole('heading', { name }),
  link: (scope: Scope, name: string) => scope.getByRole('link', { name }),
  button: (scope: Scope, name: string) => scope.getByRole('button', { name }),
  label: (scope: Scope, label: string) => scope.getByLabel(label),
  placeholder: (scope: Scope, text: string) => scope.getByPlaceholder(text),
  name: (scope: Scope, name: string) => scope.locator(`[name="${name}"]`),
  href: (scope: Scope, address: string) => scope.locator(`a[href="${address}"]`),
  css: (scope: Scope, selector: string) => scope.locator(selector),
}

export type Expected = Partial<Record<keyof typeof locators, string[]>>

export async function expectOnce(scope: Scope, expected: Expected): Promise<void> {
  const expectations = Object.entries(expected).flatMap(([kind, values]) =>
    values.map((value) => ({ kind, value })),
  )
  await Promise.all(
    expectations.map(async ({ kind, value }) => {
      const matches = locators[kind as keyof Expected](scope, value)
      await expect.soft(matches, `${kind} ${value}`).toHaveCount(1, { timeout: 5_000 })
      await expect.soft(matches.first(), `${kind} ${value}`).toBeVisible({ timeout: 5_000 })
    }),
  )
}

const PERIOD = { label: ['From Date', 'To Date', 'Current', 'Description'], name: ['from', 'to', 'current'] }
const FORM = { button: ['Submit'], link: ['Go Back'], css: ['form', 'form button[type=submit]'] }

/** Excludes what members wrote. */
export const screens = {
  visitorBar: { link: ['Developers', 'Register', 'Login'], href: ['/', '/profiles', '/register', '/login'] },
  memberBar: {
    link: ['Developers', 'Posts', 'Dashboard'],
    button: ['Logout'],
    href: ['/', '/profiles', '/posts', '/dashboard'],
  },
  landing: {
    heading: ['Developer Connector'],
    text: [
      'Developer Connector',
      'Create a developer profile/portfolio, share posts and get help from other developers',
    ],
    link: ['Sign Up', 'Login'],
  },
  login: {
    heading: ['Sign In'],
    text: ['Sign In', 'Login'],
    label: ['Email', 'Password'],
    name: ['email', 'password'],
    button: ['Login'],
    href: ['/register'],
    css: ['form', 'button'],
  },
  register: {
    heading: ['Sign Up'],
    text: ['Sign Up', 'Register', 'avatar service', 'Gravatar'],
    label: ['Name', 'Email', 'Confirm password'],
    name: ['name', 'email', 'password', 'password2'],
    button: ['Register'],
    href: ['/login'],
    css: ['form', 'button'],
  },
  emptyDashboard: {
    text: ['Welcome', 'You have not yet set up a profile, please add some info', 'Create Profile'],
    link: ['Profile'],
    href: ['/create-profile'],
  },
  dashboard: {
    heading: ['Experience Credentials', 'Education Credentials'],
    text: ['Welcome', 'Experience Credentials', 'School', 'Degree', 'Delete Account'],
    link: ['Edit Profile', 'Add Experience', 'Add Education'],
    button: ['Delete Account'],
    href: ['/edit-profile', '/add-experience', '/add-education'],
  },
  profileForm: {
    ...FORM,
    text: ['Professional Status', 'Company', 'Website', 'Location', 'Skills', 'Github Username', 'Bio'],
    label: ['Professional Status', 'Company', 'Website', 'Location', 'Skills', 'Github Username', 'Bio'],
    name: ['status', 'company', 'website', 'location', 'skills', 'githubusername', 'bio'],
    href: ['/dashboard'],
  },
  socialLinks: {
    label: ['Twitter', 'Facebook', 'YouTube', 'LinkedIn', 'Instagram'],
    name: ['twitter', 'facebook', 'youtube', 'linkedin', 'instagram'],
  },
  addExperience: {
    ...FORM,
    heading: ['Add Experience'],
    text: ['Add Experience', 'Title', 'Company', 'Location', ...PERIOD.label],
    label: ['Title', 'Company', 'Location', ...PERIOD.label],
    name: ['title', 'company', 'location', 'description', ...PERIOD.name],
  },
  addEducation: {
    ...FORM,
    heading: ['Add Education'],
    text: ['Add Education', 'School', 'Degree', 'Field of Study', ...PERIOD.label],
    label: ['School', 'Degree', 'Field of Study', ...PERIOD.label],
    name: ['school', 'degree', 'fieldofstudy', 'description', ...PERIOD.name],
  },
  developers: { heading: ['Developers'] },
  profile: {
    heading: ['Skill Set', 'Experience', 'Education', 'Github Repos'],
    text: ['Back To Profiles', 'Skill Set', 'Github Repos', 'Stars: 1234', 'Watchers: 56', 'Forks: 7'],
    link: [
      'Back To Profiles',
      'Website',
      'Twitter',
      'Facebook',
      'YouTube',
      'LinkedIn',
      'Instagram',
      'lattice',
    ],
    href: ['/profiles'],
  },
  posts: {
    heading: ['Posts', 'Say Something...'],
    text: ['Welcome to the community', 'Say Something...', 'Submit'],
    label: ['Say Something...'],
    placeholder: ['Say Something...'],
    name: ['text'],
    button: ['Submit'],
    css: ['form', 'textarea[rows="5"]', 'form button'],
  },
  post: {
    heading: ['Leave a Comment!'],
    text: ['Back To Posts', 'Leave a Comment!', 'Submit'],
    label: ['Leave a Comment!'],
    placeholder: ['Leave a Comment!'],
    link: ['Back To Posts'],
    name: ['text'],
    button: ['Submit'],
    css: ['form', 'textarea[rows="5"]', 'form button'],
  },
} satisfies Record<string, Expected>
