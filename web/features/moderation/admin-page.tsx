import type { ComponentType } from 'react'
import { useLocation } from 'react-router'
import { hasRole, type Role } from '../../../contract/access.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { useSite } from '../../app/state/use-site.ts'
import { Page } from '../../ui/layout/frame.tsx'
import { NavTabs } from '../../ui/layout/nav-tabs.tsx'
import { NotFound } from '../../ui/routing/not-found.tsx'
import { Invitations } from '../sign-in/invitations/invitations.tsx'
import { FailedJobs } from './failed-jobs.tsx'
import { FiguresSection } from './figures-section.tsx'
import { LogSection } from './log-section.tsx'
import { Members } from './members.tsx'
import { useRegistrationsInfiniteQuery } from './moderation-api.ts'
import { Registrations } from './registrations.tsx'
import { Removals } from './removals.tsx'
import { Reports } from './reports.tsx'
import { SiteForm } from './site-form.tsx'
import { SitePages } from './site-pages.tsx'

type Section = { hash: string; text: string; role: Role; Content: ComponentType }

const REGISTRATIONS = '#registrations'

const SECTIONS: Section[] = [
  { hash: '', text: 'Overview', role: 'moderator', Content: FiguresSection },
  { hash: '#reports', text: 'Reports', role: 'moderator', Content: Reports },
  { hash: '#removed', text: 'Removed', role: 'moderator', Content: Removals },
  { hash: REGISTRATIONS, text: 'Registrations', role: 'moderator', Content: Registrations },
  { hash: '#members', text: 'Members', role: 'moderator', Content: Members },
  { hash: '#invitations', text: 'Invitations', role: 'moderator', Content: Invitations },
  { hash: '#site', text: 'Community', role: 'admin', Content: SiteForm },
  { hash: '#pages', text: 'Pages', role: 'admin', Content: SitePages },
  { hash: '#log', text: 'Log', role: 'moderator', Content: LogSection },
  { hash: '#jobs', text: 'Jobs', role: 'admin', Content: FailedJobs },
]

export function AdminPage() {
  const role = useAppSelector((state) => state.auth.user?.role ?? 'member')
  const { hash: current } = useLocation()
  const waiting = useWaitingCount(hasRole(role, 'moderator'))
  const isOffered = ({ hash, role: needed }: Section) =>
    hasRole(role, needed) && (hash !== REGISTRATIONS || waiting !== undefined || hash === current)
  const sections = SECTIONS.filter(isOffered)
  const [first] = sections
  if (!first) {
    return (
      <NotFound
        command="sudo admin"
        heading="Page not found"
        lead="This page doesn't exist, or you don't have access."
        back={{ to: '/dashboard', text: 'Go to dashboard' }}
      />
    )
  }
  const section = sections.find(({ hash }) => hash === current) ?? first
  const { text, Content } = section
  return (
    <Page heading="Admin" lead="Keep your community running" wide>
      <NavTabs
        label="Sections"
        tabs={sections.map(({ hash, text }) => ({
          to: `/admin${hash}`,
          text,
          count: hash === REGISTRATIONS ? waiting : undefined,
        }))}
        current={`/admin${section.hash}`}
      />
      <div className="min-h-96">
        <Content key={text} />
      </div>
    </Page>
  )
}

function useWaitingCount(isModerator: boolean): string | undefined {
  const { approval } = useSite()
  const { data, hasNextPage } = useRegistrationsInfiniteQuery(undefined, { skip: !isModerator })
  const count = data?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? 0
  if (count === 0) return approval ? '' : undefined
  return `${count}${hasNextPage ? '+' : ''}`
}
