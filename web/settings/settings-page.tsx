import { hasRole } from '../../contract/access.ts'
import { AvatarForm } from '../accounts/avatar-form.tsx'
import { DeleteAccount } from '../accounts/delete-account.tsx'
import { EmailForm } from '../accounts/email-form.tsx'
import { HandleForm } from '../accounts/handle-form.tsx'
import { NameForm } from '../accounts/name-form.tsx'
import { PasswordForm } from '../accounts/password-form.tsx'
import { SessionList } from '../accounts/session-list.tsx'
import { FollowedList } from '../follows/followed-list.tsx'
import { Invitations } from '../invitations/invitations.tsx'
import { KeyboardSettings } from '../keyboard/keyboard-settings.tsx'
import { OwnRemovals } from '../moderation/own-removals.tsx'
import { MailForm } from '../notification-mail/mail-form.tsx'
import { ConnectedAccounts } from '../sign-in/connected-accounts.tsx'
import { useSite } from '../site/use-site.ts'
import { useAppSelector } from '../store.ts'
import { Page } from '../ui/frame.tsx'
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
    <Page heading="Settings" lead="Your account, and where it is in use" accountLinks>
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
        <DeleteAccount />
      </div>
    </Page>
  )
}
