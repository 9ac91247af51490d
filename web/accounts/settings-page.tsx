import { useAppSelector } from '../store.ts'
import { Page } from '../ui/frame.tsx'
import { AvatarForm } from './avatar-form.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { HandleForm } from './handle-form.tsx'
import { NameForm } from './name-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { SessionList } from './session-list.tsx'

export function SettingsPage() {
  // A server that knows only the specification has neither handles nor pictures.
  const hasHandles = useAppSelector((state) => Boolean(state.auth.user?.handle))
  return (
    <Page heading="Settings" lead="Your account, and where it is in use" accountLinks>
      <div className="grid gap-8 *:border-t *:border-line *:pt-6">
        {hasHandles && <AvatarForm />}
        <NameForm />
        {hasHandles && <HandleForm />}
        <PasswordForm />
        <SessionList />
        <DeleteAccount />
      </div>
    </Page>
  )
}
