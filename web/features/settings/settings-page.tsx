import {
  Bell,
  Download,
  EyeOff,
  Image,
  type LucideIcon,
  MonitorSmartphone,
  Ticket,
  Trash2,
  UserRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { hasRole } from '../../../contract/access.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { useSite } from '../../app/state/use-site.ts'
import { Page } from '../../ui/layout/frame.tsx'
import { NavTabs } from '../../ui/layout/nav-tabs.tsx'
import { NotFound } from '../../ui/routing/not-found.tsx'
import { AvatarForm } from '../accounts/avatar-form.tsx'
import { DataExport } from '../accounts/data-export.tsx'
import { DeleteAccount } from '../accounts/delete-account.tsx'
import { EmailForm } from '../accounts/email-form.tsx'
import { HandleForm } from '../accounts/handle-form.tsx'
import { NameForm } from '../accounts/name-form.tsx'
import { PasswordForm } from '../accounts/password-form.tsx'
import { SessionList } from '../accounts/session-list.tsx'
import { FollowedList } from '../feeds/follows/followed-list.tsx'
import { OwnRemovals } from '../moderation/own-removals.tsx'
import { MailForm } from '../notification-mail/mail-form.tsx'
import { KeyboardSettings } from '../palette/shortcut-list.tsx'
import { EmailAudienceForm } from '../profiles/email-audience-form.tsx'
import { ImportResume } from '../profiles/resume/import-resume.tsx'
import { ConnectedAccounts } from '../sign-in/connected-accounts.tsx'
import { Invitations } from '../sign-in/invitations/invitations.tsx'
import { HiddenPeople } from './hidden-people.tsx'

type Section = { id: string; text: string; icon: LucideIcon; content: ReactNode }

export function SettingsPage({ id }: { id: string }) {
  const sections = useSections()
  const section = sections.find((section) => section.id === id)
  if (!section) {
    return (
      <NotFound
        command="cd settings"
        heading="Page not found"
        lead="This page doesn't exist or was moved."
        back={{ to: '/settings', text: 'Go to settings' }}
      />
    )
  }
  return (
    <Page
      title={id === '' ? undefined : `${section.text} · Settings`}
      heading="Settings"
      accountLinks
      nav={<SideNav sections={sections} current={id} />}
    >
      <NavTabs
        label="Settings"
        tabs={sections.map(({ id, text }) => ({ to: pathOf(id), text }))}
        current={pathOf(id)}
        className="columns:hidden"
      />
      <div className="grid gap-8 *:not-first:border-t *:not-first:border-line *:not-first:pt-6">
        {section.content}
      </div>
    </Page>
  )
}

function useSections(): Section[] {
  const { inviting, isExtended, mail, signIn, passwordSignIn } = useSite()
  const user = useAppSelector((state) => state.auth.user)
  const mayInvite = isExtended && (inviting === 'members' || hasRole(user?.role ?? 'member', 'moderator'))
  const account = (
    <>
      <NameForm />
      {isExtended && <HandleForm />}
      {isExtended && <EmailForm />}
      {passwordSignIn && <PasswordForm />}
      {signIn.length > 0 && <ConnectedAccounts />}
      <KeyboardSettings />
      {isExtended && <OwnRemovals />}
    </>
  )
  const notifications = (
    <>
      {mail && <MailForm />}
      <FollowedList />
    </>
  )
  const privacy = (
    <>
      <EmailAudienceForm />
      <HiddenPeople />
    </>
  )
  const data = (
    <>
      <DataExport />
      <ImportResume />
    </>
  )
  return [
    { id: '', text: 'Account', icon: UserRound, content: account },
    ...(isExtended ? [{ id: 'picture', text: 'Profile picture', icon: Image, content: <AvatarForm /> }] : []),
    ...(isExtended
      ? [{ id: 'notifications', text: 'Notifications', icon: Bell, content: notifications }]
      : []),
    ...(isExtended ? [{ id: 'privacy', text: 'Privacy', icon: EyeOff, content: privacy }] : []),
    { id: 'sessions', text: 'Sessions', icon: MonitorSmartphone, content: <SessionList /> },
    ...(mayInvite
      ? [{ id: 'invitations', text: 'Invitations', icon: Ticket, content: <Invitations /> }]
      : []),
    ...(isExtended ? [{ id: 'data', text: 'Data', icon: Download, content: data }] : []),
    { id: 'delete', text: 'Delete', icon: Trash2, content: <DeleteAccount /> },
  ]
}

function SideNav({ sections, current }: { sections: Section[]; current: string }) {
  return (
    <div className="side-nav">
      <ul aria-label="Settings">
        {sections.map(({ id, text, icon: Icon }) => (
          <li key={id}>
            <Link to={pathOf(id)} aria-current={id === current ? 'page' : undefined} className="side-link">
              <Icon size={18} aria-hidden="true" className="mx-0.75 shrink-0" />
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

const pathOf = (id: string) => (id === '' ? '/settings' : `/settings/${id}`)
