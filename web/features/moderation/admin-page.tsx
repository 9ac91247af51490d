import type { ComponentType } from 'react'
import { useLocation } from 'react-router'
import { hasRole, type Role } from '../../../contract/access.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { Page } from '../../ui/layout/frame.tsx'
import { NavTabs } from '../../ui/layout/nav-tabs.tsx'
import { NotFound } from '../../ui/routing/not-found.tsx'
import { Invitations } from '../sign-in/invitations/invitations.tsx'
import { FailedJobs } from './failed-jobs.tsx'
import { FiguresSection } from './figures-section.tsx'
import { LogSection } from './log-section.tsx'
import { Members } from './members.tsx'
import { Removals } from './removals.tsx'
import { Reports } from './reports.tsx'
import { SiteForm } from './site-form.tsx'

type Section = { hash: string; text: string; role: Role; Content: ComponentType }

const SECTIONS: Section[] = [
  { hash: '', text: 'Overview', role: 'moderator', Content: FiguresSection },
  { hash: '#reports', text: 'Reports', role: 'moderator', Content: Reports },
  { hash: '#removed', text: 'Removed', role: 'moderator', Content: Removals },
  { hash: '#members', text: 'Members', role: 'moderator', Content: Members },
  { hash: '#invitations', text: 'Invitations', role: 'moderator', Content: Invitations },
  { hash: '#site', text: 'Community', role: 'admin', Content: SiteForm },
  { hash: '#log', text: 'Log', role: 'moderator', Content: LogSection },
  { hash: '#jobs', text: 'Jobs', role: 'admin', Content: FailedJobs },
]

export function AdminPage() {
  const role = useAppSelector((state) => state.auth.user?.role ?? 'member')
  const { hash } = useLocation()
  const sections = SECTIONS.filter((section) => hasRole(role, section.role))
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
  const section = sections.find((section) => section.hash === hash) ?? first
  const { text, Content } = section
  return (
    <Page heading="Admin" lead="Keep your community running" wide>
      <NavTabs
        label="Sections"
        tabs={sections.map(({ hash, text }) => ({ to: `/admin${hash}`, text }))}
        current={`/admin${section.hash}`}
      />
      <div className="min-h-96">
        <Content key={text} />
      </div>
    </Page>
  )
}
