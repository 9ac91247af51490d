import { hasRole } from '../../../contract/access.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { useSite } from '../../app/state/use-site.ts'
import { Page } from '../../ui/layout/frame.tsx'
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
import { KeyboardSettings } from '../palette/keyboard/keyboard-settings.tsx'
import { ConnectedAccounts } from '../sign-in/connected-accounts.tsx'
import { Invitations } from '../sign-in/invitations/invitations.tsx'
import { HiddenPeople } from './hidden-people.tsx'

export function SettingsPage() {
  const { inviting, mail, signIn } = useSite()
  const user = useAppSelector((state) => state.auth.user)
  // Servers of the specification have neither handles nor pictures.
  const hasHandles = Boolean(user?.handle)
  // Nor can an email be changed there.
  const knowsEmail = user?.emailConfirmed !== undefined
  const mayInvite = user?.role && (inviting === 'members' || hasRole(user.role, 'moderator'))
  return (
    <Page heading="Settings" lead="Manage your account" accountLinks>
      <div className="grid gap-8 *:border-t *:border-line *:pt-6">
        {hasHandles && <AvatarForm />}
        <NameForm />
        {hasHandles && <HandleForm />}
        {knowsEmail && <EmailForm />}
        <PasswordForm />
        {signIn.length > 0 && <ConnectedAccounts />}
        <SessionList />
        {mail && knowsEmail && <MailForm />}
        <KeyboardSettings />
        {user?.role && <OwnRemovals />}
        {user?.role && <FollowedList />}
        {user?.muted && <HiddenPeople />}
        {mayInvite && <Invitations />}
        {hasHandles && <DataExport />}
        <DeleteAccount />
      </div>
    </Page>
  )
}
