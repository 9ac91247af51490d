import { ButtonLink } from '../button.tsx'
import { NarrowPage } from '../layout/page.tsx'
import { Prompt } from '../lists/empty.tsx'
import { BACK } from './route-change.tsx'

type Props = { command: string; heading: string; lead: string; back: { to: string; text: string } }

export function NotFound({ command, heading, lead, back }: Props) {
  return (
    <NarrowPage title={heading} heading={heading} lead={lead}>
      <div className="card mb-6 grid gap-1 bg-sunken p-4">
        <Prompt>{command}</Prompt>
        <p className="font-mono text-sm" aria-hidden="true">
          404
        </p>
      </div>
      <ButtonLink to={back.to} state={BACK} variant="secondary">
        {back.text}
      </ButtonLink>
    </NarrowPage>
  )
}
