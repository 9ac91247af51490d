import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import type { useForm } from './use-form.ts'

type Props = Pick<ReturnType<typeof useForm>, 'onSubmit' | 'pending'> & {
  submit: string
  showSwitch?: ReactNode
  children: ReactNode
}

/** The submit button comes before the switch, which is displayed before it: it has to be the first button. */
export function CardForm({ onSubmit, pending, submit, showSwitch, children }: Props) {
  return (
    <form onSubmit={onSubmit} className="card grid gap-5 p-6">
      {children}
      <div className="order-2 grid">
        <Button type="submit" pending={pending}>
          {submit}
        </Button>
      </div>
      {showSwitch}
    </form>
  )
}
