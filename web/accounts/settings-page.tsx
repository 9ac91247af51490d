import { Page } from '../ui/frame.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { NameForm } from './name-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { SessionList } from './session-list.tsx'

export function SettingsPage() {
  return (
    <Page heading="Settings" lead="Your account, and where it is in use" accountLinks>
      <div className="grid gap-8 *:border-t *:border-line *:pt-6">
        <NameForm />
        <PasswordForm />
        <SessionList />
        <DeleteAccount />
      </div>
    </Page>
  )
}
