import { ButtonLink } from './button.tsx'
import { Page } from './page.tsx'

type Props = { heading: string; lead: string; back: { to: string; text: string } }

export function NotFound({ heading, lead, back }: Props) {
  return (
    <Page heading={heading} lead={lead}>
      <p className="eyebrow mb-6" aria-hidden="true">
        404
      </p>
      <ButtonLink to={back.to} look="secondary">
        {back.text}
      </ButtonLink>
    </Page>
  )
}
