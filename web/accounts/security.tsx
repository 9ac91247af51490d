import { PasswordForm } from './password-form.tsx'
import { SessionList } from './session-list.tsx'

export function Security() {
  return (
    <section>
      <h2 className="text-xl font-semibold">Security</h2>
      <div className="mt-4 grid items-start gap-6 md:grid-cols-2">
        <SessionList />
        <PasswordForm />
      </div>
    </section>
  )
}
