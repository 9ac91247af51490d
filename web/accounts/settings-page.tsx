import { Page } from '../ui/page.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { PasswordForm } from './password-form.tsx'
import { SessionList } from './session-list.tsx'

export function SettingsPage() {
  return (
    <Page heading="Settings" lead="Your account, and where it is in use">
      <div className="grid gap-10">
        <div className="grid gap-6 md:grid-cols-2">
          <PasswordForm />
          <SessionList />
        </div>
        <DeleteAccount />
      </div>
    </Page>
  )
}
